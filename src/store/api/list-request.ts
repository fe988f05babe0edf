/** The place of a resource: its path parameters and the query parameters that narrow it, in one object. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {PathParams} from '../../families/shape/define-family.ts';

/**
 * Splits parameters into those of the path and those of the query; names that the operation doesn't know are left out.
 */
export function listRequest(
  endpoint: Endpoint,
  listParams: PathParams,
): {readonly params: PathParams; readonly query?: PathParams} {
  const entries = Object.entries(listParams);
  const params = Object.fromEntries(entries.filter(([name]) => name in endpoint.params));
  const narrowing = entries.filter(([name]) => !(name in endpoint.params) && name in (endpoint.spec.query ?? {}));
  return narrowing.length === 0 ? {params} : {params, query: Object.fromEntries(narrowing)};
}
