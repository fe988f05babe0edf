/** Error responses in the API description: the statuses that an operation can return, and their shared responses. */
import {authOf, type Endpoint, isMutation} from '../schema/endpoint.ts';

const errorContent = {'application/json': {schema: {$ref: '#/components/schemas/ErrorBody'}}};
const errorResponse = (description: string) => ({description, content: errorContent});

/** Responses by their name in the components. */
export const errorResponses: Readonly<Record<string, unknown>> = {
  BadRequest: errorResponse('The request is wrong, or the resource is in a state that does not allow it.'),
  Unauthorized: errorResponse('The token is missing, wrong or expired.'),
  Forbidden: errorResponse('The token lacks a scope, or the user lacks a permission.'),
  NotFound: errorResponse('The resource does not exist, or the user may not see it.'),
  Conflict: errorResponse('The state of the account does not allow it.'),
  TooManyRequests: {
    ...errorResponse('The rate limit is used up. `Retry-After` is the time to wait.'),
    headers: {'Retry-After': {description: 'Seconds until the next call is accepted.', schema: {type: 'integer'}}},
  },
  Refused: errorResponse('Refused for another reason, for example 503 while the service is not available.'),
};

const names: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  429: 'TooManyRequests',
};

/** The error responses of an operation by their status, and `default` for all others. */
export function refusalsOf(endpoint: Endpoint): Record<string, unknown> {
  const {otherStatuses = [], body, page, query} = endpoint.spec;
  const auth = authOf(endpoint);
  const statuses = new Set(otherStatuses.filter(status => status >= 400));
  const hasParams = Object.keys(endpoint.params).length > 0;
  if (body || page || query || hasParams || isMutation(endpoint)) statuses.add(400);
  if (auth !== 'none') statuses.add(401).add(403);
  if (hasParams) statuses.add(404);
  statuses.add(429);
  const responses = [...statuses].map(status => [status, reference(names[status] ?? 'Refused')] as const);
  return {...Object.fromEntries(responses), default: reference('Refused')};
}

const reference = (name: string) => ({$ref: `#/components/responses/${name}`});
