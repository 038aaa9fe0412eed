/* sarif_flows.h - inside the SARIF writer: places, and a story as two code flows. */
#ifndef HD_REPORT_SARIF_FLOWS_H
#define HD_REPORT_SARIF_FLOWS_H

#include <cjson/cJSON.h>

#include "report/story.h"

typedef struct {
  hd_arena arena;
  const char *root; /* paths are relative to it */
} hd_sarif_context;

/* { "physicalLocation": ..., "message": ... }; the message may be NULL. An empty object where there is no place. */
cJSON *hd_sarif_location(hd_sarif_context *c, hd_sources *sources, hd_pos pos, const char *message);
cJSON *hd_sarif_message(const char *text);
/* { "uri": ..., "uriBaseId": ... }, the latter of paths below the root only. */
cJSON *hd_sarif_artifact(hd_sarif_context *c, const char *path);
/* Both code flows with at most `most` locations together; relevant: by step, which matter for the violation. */
cJSON *hd_sarif_flows(hd_sarif_context *c, hd_story *s, const bool *relevant, uint32_t most);

#endif
