/** A request of an S3 client: its target and its parameters. */
import type {IncomingMessage} from 'node:http';
import type {Engine} from '../../../engine/engine.ts';
import {S3Error} from './s3-error.ts';

export interface S3Request {
  readonly engine: Engine;
  readonly incoming: IncomingMessage;
  readonly method: string;
  /** The cluster or region, as the address names it. */
  readonly cluster: string;
  /** Empty for the list of buckets. */
  readonly bucket: string;
  /** Name of the object; empty for the bucket. */
  readonly name: string;
  readonly query: URLSearchParams;
}

/** A header that comes once. */
export function headerOf({headers}: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Decodes a segment. @throws S3Error 400 for broken percent-encoding */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new S3Error(400, 'InvalidURI', 'The address has broken percent-encoding.');
  }
}
