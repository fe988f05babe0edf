/** A request that is ready to be sent. */
import type {Endpoint} from '../../../contract/schema/endpoint.ts';
import type {PathParams} from '../../../families/shape/resource.ts';
import type {CheckedRequest} from '../../api/connection.ts';
import type {ChosenFiles} from '../form/upload-files.ts';

/** A request that is ready: exactly the request of the preview is sent. */
export interface PreparedChange {
  readonly endpoint: Endpoint;
  readonly params: PathParams;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The parts of the body that come from responses of the API. */
  readonly originalValues: readonly unknown[];
  readonly outgoing: CheckedRequest;
  readonly files: ChosenFiles;
}
