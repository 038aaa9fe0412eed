/* proof.h - the facts of a flow as a certificate: a clause for each actor, with a fact at each location it reaches. */
#ifndef HD_ENGINE_STATIC_PROOF_H
#define HD_ENGINE_STATIC_PROOF_H

#include "engine/static/flow.h"
#include "engine/static/locally.h"
#include "trace/certificate.h"

/* With what holds locally (locally.h); NULL: nothing does. The caller owns it. */
hd_certificate *hd_flow_certificate(const hd_flow *f, const hd_locally *local);

#endif
