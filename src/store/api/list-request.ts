/** Parameters of a list in one object: its path parameters, and query parameters that narrow it. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {PathParams} from '../../families/shape/define-family.ts';

/** Splits parameters into those of the path and those of the query; omits names that the operation doesn't have. */
export function listRequest(
  endpoint: Endpoint,
  listParams: PathParams,
): {readonly params: PathParams; readonly query?: PathParams} {
  const entries = Object.entries(listParams);
  const params = Object.fromEntries(entries.filter(([name]) => name in endpoint.params));
  const narrowing = entries.filter(([name]) => !(name in endpoint.params) && name in (endpoint.spec.query ?? {}));
  return narrowing.length === 0 ? {params} : {params, query: Object.fromEntries(narrowing)};
}
