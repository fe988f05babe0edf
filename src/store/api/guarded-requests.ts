/**
 * The last check of the guards, right before a changing request is sent, for every screen and command. It reads the
 * tags of the resources that the request changes, because others may have set tags meanwhile.
 */
import type {ChangingOperation} from '../../client/core/types.ts';
import {type Endpoint, isMutation} from '../../contract/schema/endpoint.ts';
import type {ApiRequest} from './connection.ts';
import {clientFailure, isNotFound} from './failure-text.ts';
import {changingOperations, type Guards, objectDeletion} from './guards.ts';
import {
  addressOwners,
  bodyResources,
  changedFirewalls,
  firewallLists,
  pathResources,
  requestedAddresses,
  type TaggedResource,
} from './protected-resources.ts';

export interface GuardedRequestsHost {
  readonly guards: Guards;
  /** All operations of the API, by their IDs. */
  readonly operations: ReadonlyMap<string, Endpoint>;
  /** The body of a request in the contract's spelling. */
  readBody(endpoint: Endpoint, body: unknown): unknown;
  read(endpoint: Endpoint, params: TaggedResource['params']): Promise<unknown>;
  /** The error of a refused request. */
  refuse(operation: string, reason: string): Error;
}

export type GuardedRequest = Pick<ApiRequest, 'params' | 'body'>;

export class GuardedRequests {
  readonly #host: GuardedRequestsHost;

  constructor(host: GuardedRequestsHost) {
    this.#host = host;
    host.guards.setOperations(changingOperations([...host.operations.values()].filter(isMutation)));
  }

  /** The reason why an operation must not be sent now, regardless of its request. */
  readonly refusal = (operation: ChangingOperation): string | undefined => {
    const {guards} = this.#host;
    if (operation.path === '') return guards.refusal(...(operation.method === 'DELETE' ? [objectDeletion] : []));
    const known = this.#findOperation(operation);
    return known ? guards.refusal(known.id) : (guards.refusal() ?? this.#unknownRefusal());
  };

  /** @throws the error of a request that a guard refuses */
  async check(endpoint: Endpoint, {params = {}, body}: GuardedRequest): Promise<void> {
    if (!isMutation(endpoint)) return;
    const {guards} = this.#host;
    await guards.refresh();
    const refuse = (reason: string | undefined) => {
      if (reason !== undefined) throw this.#host.refuse(endpoint.id, reason);
    };
    refuse(this.refusal(endpoint));
    const known = this.#findOperation(endpoint);
    if (!known) return;
    const request = this.#readBody(known, body);
    if (known.id === 'objectStorage.objects.createUrl' && (request as {method?: unknown})?.method === 'DELETE')
      refuse(guards.refusal(objectDeletion));
    refuse(await this.#tagRefusal(known, params, request));
  }

  /** The contract's operation for a request, which users may type as a method and a path. */
  #findOperation({id, method, path}: ChangingOperation): Endpoint | undefined {
    const {operations} = this.#host;
    const named = operations.get(id);
    if (named) return named;
    return [...operations.values()].find(operation => operation.method === method && operation.path === path);
  }

  #readBody(known: Endpoint, body: unknown): unknown {
    return known.spec.body && body !== undefined ? this.#host.readBody(known, body) : body;
  }

  #unknownRefusal(): string | undefined {
    return this.#host.guards.readsRequests
      ? 'Skydeck doesn’t know this operation, so that guards can’t check it'
      : undefined;
  }

  async #tagRefusal(known: Endpoint, params: TaggedResource['params'], body: unknown): Promise<string | undefined> {
    const {guards, operations} = this.#host;
    const {protectedTags} = guards.rules;
    if (protectedTags.length === 0) return undefined;
    // Deleting a tag ends the protection of its resources, and closing an account deletes everything.
    if (known.id === 'tags.delete') return guards.tagRefusal([String(params.label)]);
    if (known.id === 'account.cancel') return guards.tagRefusal(protectedTags);
    const inPath = pathResources({endpoint: known, params}, id => operations.get(id)?.path);
    return (await this.#resourcesRefusal(known, inPath)) ?? this.#namedRefusal(known, [{params, body}]);
  }

  /**
   * The reason why a guard protects one of the resources that these requests name outside of their paths, for a
   * preview: in their bodies, or by one of the addresses of an instance.
   */
  async namedRefusal(endpoint: Endpoint, requests: readonly GuardedRequest[]): Promise<string | undefined> {
    const known = this.#findOperation(endpoint);
    if (!known || this.#host.guards.rules.protectedTags.length === 0) return undefined;
    return this.#namedRefusal(
      known,
      requests.map(({params, body}) => ({params, body: this.#readBody(known, body)})),
    );
  }

  async #namedRefusal(known: Endpoint, requests: readonly GuardedRequest[]): Promise<string | undefined> {
    const named = [...requests.flatMap(({body}) => bodyResources({endpoint: known, body}))];
    for (const request of requests) named.push(...(await this.#replacedFirewalls(known, request)));
    const refusal = await this.#resourcesRefusal(known, named, {isLabeled: true});
    if (refusal !== undefined) return refusal;
    const addresses = requests.flatMap(({params = {}, body}) => requestedAddresses({endpoint: known, params, body}));
    const owners: TaggedResource[] = [];
    for (const {operation, params} of withoutDoubles(addresses))
      owners.push(...addressOwners(await this.#readKnown(operation, params, known.id)));
    return this.#resourcesRefusal(known, owners, {isLabeled: true});
  }

  /** The firewalls that a request adds to a resource or removes from it: its body names all of them afterwards. */
  async #replacedFirewalls(known: Endpoint, {params = {}, body}: GuardedRequest): Promise<readonly TaggedResource[]> {
    const list = firewallLists[known.id];
    if (list === undefined) return [];
    const {data = []} = ((await this.#readKnown(list, params, known.id)) ?? {}) as {readonly data?: readonly unknown[]};
    return changedFirewalls(data, body);
  }

  /** @param isLabeled true to name the resource in the reason, because it isn't the one that the user chose */
  async #resourcesRefusal(
    {id}: Endpoint,
    resources: readonly TaggedResource[],
    {isLabeled = false} = {},
  ): Promise<string | undefined> {
    for (const {family, params} of withoutDoubles(resources)) {
      const row = await this.#readKnown(`${family}.get`, params, id);
      const {tags, label} = (row ?? {}) as {readonly tags?: unknown; readonly label?: unknown};
      const reason = this.#host.guards.tagRefusal(tags);
      if (reason !== undefined) return isLabeled && typeof label === 'string' ? `${label} is ${reason}` : reason;
    }
    return undefined;
  }

  /** A resource, or undefined if it doesn't exist. @throws the error of a refused request if it can't be read */
  async #readKnown(reading: string, params: TaggedResource['params'], operation: string): Promise<unknown> {
    const endpoint = this.#host.operations.get(reading);
    if (!endpoint) throw new Error(`no operation ${reading}`);
    try {
      return await this.#host.read(endpoint, params);
    } catch (error) {
      // The API itself refuses to change a resource that it doesn't have.
      if (isNotFound(error)) return undefined;
      const failure = clientFailure(error);
      if (!failure) throw error;
      throw this.#host.refuse(operation, `its tags can’t be read, and guards protect tags (${failure.message})`);
    }
  }
}

/** Each value once, compared by its content. */
const withoutDoubles = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map(value => [JSON.stringify(value), value])).values(),
];
