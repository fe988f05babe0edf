/**
 * The last check of the guards, right before a changing request is sent, for every screen and command. It reads the
 * tags of the resources that the request changes, because others may have set tags meanwhile.
 */
import type {ChangingOperation} from '../../client/core/types.ts';
import {type Endpoint, isMutation} from '../../contract/schema/endpoint.ts';
import type {ApiRequest} from './connection.ts';
import {clientFailure, isNotFound} from './failure-text.ts';
import {type Guards, objectDeletion} from './guards.ts';
import {type TaggedResource, taggedResources} from './protected-resources.ts';

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

export class GuardedRequests {
  readonly #host: GuardedRequestsHost;

  constructor(host: GuardedRequestsHost) {
    this.#host = host;
    const changing = [...host.operations.values()].filter(isMutation).map(({id}) => id);
    host.guards.setOperations([...changing, objectDeletion]);
  }

  /** The reason why an operation must not be sent now, regardless of its request. */
  readonly refusal = (operation: ChangingOperation): string | undefined => {
    const {guards} = this.#host;
    if (operation.path === '') return guards.refusal(...(operation.method === 'DELETE' ? [objectDeletion] : []));
    const known = this.#findOperation(operation);
    return known ? guards.refusal(known.id) : (guards.refusal() ?? this.#unknownRefusal());
  };

  /** @throws the error of a request that a guard refuses */
  async check(endpoint: Endpoint, {params = {}, body}: Pick<ApiRequest, 'params' | 'body'>): Promise<void> {
    if (!isMutation(endpoint)) return;
    const {guards, readBody} = this.#host;
    await guards.refresh();
    const refuse = (reason: string | undefined) => {
      if (reason !== undefined) throw this.#host.refuse(endpoint.id, reason);
    };
    refuse(this.refusal(endpoint));
    const known = this.#findOperation(endpoint);
    if (!known) return;
    const request = known.spec.body && body !== undefined ? readBody(known, body) : body;
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
    for (const resource of taggedResources(known, params, body, id => operations.get(id)?.path)) {
      const reason = guards.tagRefusal(await this.#tags(resource, known.id));
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  async #tags({family, params}: TaggedResource, operation: string): Promise<unknown> {
    const endpoint = this.#host.operations.get(`${family}.get`);
    if (!endpoint) throw new Error(`no operation ${family}.get`);
    try {
      return ((await this.#host.read(endpoint, params)) as {readonly tags?: unknown} | undefined)?.tags;
    } catch (error) {
      // The API itself refuses to change a resource that it doesn't have.
      if (isNotFound(error)) return undefined;
      const failure = clientFailure(error);
      if (!failure) throw error;
      throw this.#host.refuse(operation, `its tags can’t be read, and guards protect tags (${failure.message})`);
    }
  }
}
