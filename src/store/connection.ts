/**
 * What the store needs of the API. The console paints before any of this is loaded: a session is given `connect`, which
 * brings the client, the contract and its validators when they are first needed.
 */
import type {Contract} from '../contract/index.ts';

export interface Connection {
  readonly contract: Contract;
}
