/** A port of a NodeBalancer: checks of a request, and the merged result. */

import type {Contract} from '../../../contract/index.ts';
import type {NodeBalancerConfig} from '../../../contract/resources/nodebalancers.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {FieldErrors} from '../../engine/http/refusal.ts';
import {type CertificateInfo, readCertificate} from './certificate.ts';

export type ConfigRequest = NonNullable<RequestBody<Contract['nodebalancers']['configs']['update']>>;

/** Placeholder of a stored secret (D3 §2.2). */
export const redacted = '<REDACTED>';

const defaults = {
  port: 80,
  protocol: 'http',
  algorithm: 'roundrobin',
  stickiness: 'table',
  check: 'none',
  check_interval: 5,
  check_timeout: 3,
  check_attempts: 2,
  check_path: '',
  check_body: '',
  check_passive: true,
  proxy_protocol: 'none',
  cipher_suite: 'recommended',
} as const;

type MergedConfig = Omit<NodeBalancerConfig, 'id' | 'nodebalancer_id' | 'nodes_status'>;

interface MergeContext {
  /** The config that changes; undefined for a new one. */
  readonly before?: NodeBalancerConfig;
  /** The ports of the NodeBalancer’s other configs. */
  readonly takenPorts: readonly number[];
  readonly fieldErrors: FieldErrors;
  /** The path of the config in the request, with a dot at the end. */
  readonly prefix?: string;
}

/**
 * The config after the change, merged from its old values and the request. Adds problems for conflicting values.
 * The ports of the NodeBalancer's other configs can't be used.
 */
export function mergeConfig(
  request: ConfigRequest,
  {before, takenPorts, fieldErrors, prefix = ''}: MergeContext,
): MergedConfig {
  const {ssl_cert, ssl_key, ...plain} = request;
  const next = {...defaults, ...before, ...plain};
  const isHttps = next.protocol === 'https';
  fieldErrors.addIf(takenPorts.includes(next.port), 'is configured already', `${prefix}port`);
  fieldErrors.addIf(
    next.protocol === 'tcp' && next.stickiness === 'http_cookie',
    'http_cookie is for http and https only',
    `${prefix}stickiness`,
  );
  fieldErrors.addIf(
    next.check === 'http_body' && next.check_body === '',
    'is required for http_body',
    `${prefix}check_body`,
  );
  fieldErrors.addIf(
    next.check_interval <= next.check_timeout && request.check_interval !== undefined,
    'must be longer than check_timeout',
    `${prefix}check_interval`,
  );
  fieldErrors.addIf(!isHttps && !!ssl_cert, `is not supported by ${next.protocol}`, `${prefix}ssl_cert`);
  fieldErrors.addIf(!isHttps && !!ssl_key, `is not supported by ${next.protocol}`, `${prefix}ssl_key`);

  let certified: CertificateInfo | undefined;
  const hasCertificate = before?.protocol === 'https' && before.ssl_cert === redacted;
  if (isHttps && ssl_cert && ssl_key) certified = readCertificate(ssl_cert, ssl_key, fieldErrors, prefix);
  else if (isHttps && (!hasCertificate || ssl_cert || ssl_key)) {
    fieldErrors.addIf(!ssl_cert, 'is required for https', `${prefix}ssl_cert`);
    fieldErrors.addIf(!ssl_key, 'is required for https', `${prefix}ssl_key`);
  }
  return {
    port: next.port,
    protocol: next.protocol,
    algorithm: next.algorithm,
    stickiness: next.stickiness,
    check: next.check,
    check_interval: next.check_interval,
    check_timeout: next.check_timeout,
    check_attempts: next.check_attempts,
    check_path: next.check_path,
    check_body: next.check_body,
    check_passive: next.check_passive,
    proxy_protocol: next.proxy_protocol,
    cipher_suite: next.cipher_suite,
    ssl_commonname: isHttps ? (certified?.ssl_commonname ?? before?.ssl_commonname ?? null) : null,
    ssl_fingerprint: isHttps ? (certified?.ssl_fingerprint ?? before?.ssl_fingerprint ?? null) : null,
    ssl_cert: isHttps ? redacted : null,
    ssl_key: isHttps ? redacted : null,
  };
}
