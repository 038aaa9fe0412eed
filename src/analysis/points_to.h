/* points_to.h - which objects an address can lie in, and where in them.
 *
 * Flow-insensitive and inclusion-based, over a raw program. It follows provenance: what a
 * value is computed from. A value is described by a set of targets, each a place in an
 * object or a plain number, as a single offset or as a progression, and by flags.
 *
 * The invariant: when a step computes a value at run time, then either some target that
 * is not weak contains it, or it was computed from an address in a way that is not followed
 * (then the object is there as a weak target), or the flags say that it came from outside,
 * or C leaves it undefined (a product that wraps around in an address, a pointer that
 * leaves its object). */
#ifndef HD_ANALYSIS_POINTS_TO_H
#define HD_ANALYSIS_POINTS_TO_H

#include "program/program.h"

/* offset + k * stride for any k, reduced so that offset < stride; stride 0: offset alone.
 * A progression that began at one place remembers it: an index into an array that is part
 * of something larger is meant for that array alone. */
typedef struct {
  uint32_t object; /* HD_NONE: the values themselves are meant, plain numbers */
  bool weak;       /* somewhere in the object, or a number made from an address in it */
  bool walk;       /* a progression made of single places, too many to list: it stands for them all */
  uint64_t offset; /* from the object's base over all its copies; signed when stride is 0 */
  uint64_t stride;
  uint64_t home; /* of a progression in an object: where it began, or HD_NO_HOME */
} hd_target;

#define HD_NO_HOME (UINT64_C(1) << 63)

enum {
  HD_FROM_INPUT = 1,     /* may be an input: any value whatever */
  HD_FROM_UNDEFINED = 2, /* may be memory that was never written: nothing a program may rely on */
  HD_FROM_MANY = 4,      /* may be in any object: there were too many to list */
  HD_FROM_PARTS = 8,     /* may be a part of a pointer that lies in memory, or made of such parts */
  HD_FROM_BYTES = 16,    /* and such a part is a byte or two */
  HD_FROM_BITS = 32      /* may be a few bits of an address, or made of such bits: a number, perhaps a real address */
};

/* Targets are sorted by object, plain numbers last. */
typedef struct {
  const hd_target *targets;
  uint32_t n;
  uint8_t flags;
} hd_pointees;

/* A leaf of an object as the analysis sees it: the slot the source suggests, or one made
 * up for an access that met none. */
typedef struct {
  hd_slot slot;
  hd_pointees holds;
  bool mixed;      /* also written in parts */
  uint32_t id;     /* among all cells */
  hd_u32s readers; /* private to the analysis */
} hd_points_cell;

typedef struct hd_points_to hd_points_to;

hd_points_to *hd_points_to_new(hd_program *p);
void hd_points_to_free(hd_points_to *pt);

/* Is a description in its normal form: sorted by object, plain numbers last; progressions reduced? */
bool hd_pointees_check(hd_pointees v);
/* Is the target an address? A number that lies far from every object has the nearest as its target, too. */
bool hd_target_is_address(const hd_program *p, const hd_target *t);
/* What a term of the program can be. Valid as long as pt. */
hd_pointees hd_points_to_term(hd_points_to *pt, hd_term t);
/* The leaves of an object: the suggested slots in their order, then those made up. */
const hd_points_cell *hd_points_to_cells(const hd_points_to *pt, hd_object o, uint32_t *n);
/* Can a value so described be this constant? */
bool hd_points_to_may_be(const hd_points_to *pt, hd_pointees v, uint64_t value);
/* Can this comparison hold? True unless it asks whether a pointer is a constant (EQ), or whether it lies behind one
 * (`p - base <= size`, ULE). */
bool hd_points_to_may_compare(hd_points_to *pt, hd_term comparison);
/* May the edge be taken? What the other edges assign is not in the result. */
bool hd_points_to_is_live(const hd_points_to *pt, hd_edge e);

#endif
