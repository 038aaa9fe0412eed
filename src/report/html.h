/* html.h - results as one page that needs nothing else: no server, no network.
 *
 * The page's style and script (page/) are part of the library; the data is JSON inside the page. */
#ifndef HD_REPORT_HTML_H
#define HD_REPORT_HTML_H

#include "report/json.h"

/* False when the file could not be written. */
bool hd_report_html(FILE *out, const hd_json_result *results, unsigned n);

/* Made by the build from page/report.css and page/report.js. */
extern const char hd_page_css[], hd_page_js[];

#endif
