/** Where something is: the parameters of its path, and those of its query that narrow it, as one. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {PathParams} from '../../families/shape/define-family.ts';

/** What an operation asks with: names of its path, names of its query; what it knows nothing of stays out. */
export function listRequest(
  endpoint: Endpoint,
  listParams: PathParams,
): {readonly params: PathParams; readonly query?: PathParams} {
  const entries = Object.entries(listParams);
  const params = Object.fromEntries(entries.filter(([name]) => name in endpoint.params));
  const narrowing = entries.filter(([name]) => !(name in endpoint.params) && name in (endpoint.spec.query ?? {}));
  return narrowing.length === 0 ? {params} : {params, query: Object.fromEntries(narrowing)};
}
