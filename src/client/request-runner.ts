/** Runs the requests of a client: checked, shared with equal requests, and sent again after a failure that allows it. */
import {type Endpoint, isMutation} from '../contract/schema/endpoint.ts';
import type {ClientClock} from './core/clock.ts';
import {ClientError, GuardedError, ReadOnlyError, RejectedError} from './core/errors.ts';
import type {Telemetry} from './core/telemetry.ts';
import type {CallOptions, ChangingOperation} from './core/types.ts';
import {type PreparedRequest, prepareRequest, type ServerInfo, type UntypedCall} from './http/build-request.ts';
import {
  formUpload,
  meteredUpload,
  sendWhole,
  type UploadEndpoint,
  type UploadInput,
  uploadTimeouts,
  withUploadHeaders,
} from './http/upload.ts';
import {type RetryPolicy, runWithRetries} from './limits/retry-policy.ts';
import {type SharedCall, Singleflight} from './limits/singleflight.ts';
import {type RequestResult, type RequestSender, requestKey} from './request-sender.ts';

export interface RequestRunnerParts {
  readonly clock: ClientClock;
  readonly random: () => number;
  readonly sender: RequestSender;
  readonly telemetry: Telemetry;
  readonly retryPolicy: RetryPolicy;
  /** True if requests that change a resource are refused. */
  readonly isReadOnly: boolean;
  readonly refusalOf?: ((operation: ChangingOperation) => string | undefined) | undefined;
  server(): ServerInfo;
}

export class RequestRunner {
  readonly #parts: RequestRunnerParts;
  readonly #singleflight = new Singleflight<RequestResult>();

  constructor(parts: RequestRunnerParts) {
    this.#parts = parts;
  }

  run(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult> {
    return withOperationName(endpoint, async () => {
      this.#refuseChanges(endpoint);
      return this.#sendOrJoin(endpoint, call);
    });
  }

  /** Runs a request that changes nothing for the user, although its method may: for a read-only client, too. */
  runForRead(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult> {
    return withOperationName(endpoint, () => this.#sendOrJoin(endpoint, call));
  }

  upload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<RequestResult> {
    return withOperationName(endpoint, async () => {
      this.#refuseChanges(endpoint);
      return this.#sendUpload(endpoint, input);
    });
  }

  close(): void {
    this.#singleflight.close();
  }

  async #sendUpload<E extends UploadEndpoint>(endpoint: E, input: UploadInput<E>): Promise<RequestResult> {
    const {sender, random, server} = this.#parts;
    const isForm = endpoint.spec.upload === 'multipart/form-data';
    const upload = isForm ? formUpload(input, random) : meteredUpload(input, endpoint.spec.upload);
    const {address} = server();
    const preparedRequest = withUploadHeaders(await prepareRequest(endpoint, {params: input.params}, server()), upload);
    const {priority = 'user', signal} = input;
    const send = (call: SharedCall) =>
      sender.send(preparedRequest, {
        number: 1,
        priority,
        signal: call.signal,
        stream: upload.stream,
        timeouts: uploadTimeouts,
      });
    return sendWhole(upload, address.host, () => this.#singleflight.run(undefined, {priority, signal}, send));
  }

  #refuseChanges(endpoint: Endpoint): void {
    if (!isMutation(endpoint)) return;
    if (this.#parts.isReadOnly) throw new ReadOnlyError(endpoint.id);
    const reason = this.#parts.refusalOf?.(endpoint);
    if (reason !== undefined) throw new GuardedError(endpoint.id, reason);
  }

  async #sendOrJoin(endpoint: Endpoint, call: UntypedCall & CallOptions): Promise<RequestResult> {
    if (endpoint.spec.upload) throw new Error(`${endpoint.id} takes a file: use upload()`);
    const {telemetry} = this.#parts;
    const server = this.#parts.server();
    const preparedRequest = await prepareRequest(endpoint, call, server);
    if (preparedRequest.fieldErrors.length > 0)
      throw new RejectedError(preparedRequest.fieldErrors, {
        isLocal: true,
        providerErrors: server.brand.toWire.problems(preparedRequest.fieldErrors),
      });
    const isShareable = endpoint.method === 'GET' && !call.isUnshared;
    return this.#singleflight.run(
      isShareable ? requestKey(preparedRequest) : undefined,
      {priority: call.priority ?? 'user', signal: call.signal},
      sharedCall => this.#sendWithRetries(preparedRequest, sharedCall, call.attempts),
      () => telemetry.shared++,
    );
  }

  #sendWithRetries(preparedRequest: PreparedRequest, call: SharedCall, attempts?: number): Promise<RequestResult> {
    const {clock, random, retryPolicy, sender} = this.#parts;
    return runWithRetries(
      {
        // A question may be sent again like a GET.
        method: isMutation(preparedRequest.endpoint) ? preparedRequest.endpoint.method : 'GET',
        policy: attempts === undefined ? retryPolicy : {...retryPolicy, attempts},
        clock,
        random,
        signal: call.signal,
      },
      number =>
        sender.send(preparedRequest, {
          number,
          priority: call.priority,
          signal: call.signal,
          onQueued: ticket => {
            call.ticket = ticket;
          },
        }),
    );
  }
}

/** Adds the operation to the message of every failure. */
async function withOperationName<T>(endpoint: Endpoint, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ClientError) error.operation ??= endpoint.id;
    throw error;
  }
}
