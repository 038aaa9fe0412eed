/* named_cells.c - the name of a cell, an element of an array included. */
#include "proving/named_cells.h"

#include "trace/certificate.h"

hd_term hd_named_cell(const hd_cells *cells, hd_symbols *symbols, uint32_t copy, uint32_t cell, bool many)
{
  hd_cell c = cells->list.data[cell];
  const hd_var_info *info = hd_var_get(cells->p, c.var);
  if (info->role == HD_ROLE_SELF && !many) return hd_term_const(cells->p->terms, info->sort, 0);
  if (c.element != HD_NONE) return hd_symbols_fresh(symbols, info->sort, c.var);
  return hd_certificate_var(cells->p, copy, c.var);
}

hd_term hd_named_cell_element(const hd_cells *cells, uint32_t copy, uint32_t cell)
{
  hd_terms *T = cells->p->terms;
  hd_cell c = cells->list.data[cell];
  if (c.element == HD_NONE) return HD_NO_TERM;
  return hd_term_2(T, HD_OP_SELECT, hd_certificate_var(cells->p, copy, c.var), hd_term_bv(T, 32, c.element));
}
