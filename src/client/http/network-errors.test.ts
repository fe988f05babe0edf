import {expect, test} from 'vitest';
import {parseAddress} from '../core/api-address.ts';
import {toClientError} from './network-errors.ts';

const address = parseAddress('https://api.example.com/v4');
const coded = (code: string, message = 'getaddrinfo failed') => Object.assign(new Error(message), {code});

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ENETUNREACH', 'network'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'reset'],
  ['UND_ERR_SOCKET', 'reset'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
  ['UND_ERR_ABORTED', 'proxy'],
  ['HPE_INVALID_EOF_STATE', 'reset'],
  ['HPE_INVALID_CONSTANT', 'not-api'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ['ESOMETHINGNEW', 'network'],
] as const)('the network error %s is reported as %s', (code, reason) => {
  const failure = toClientError(coded(code), address, 'none');
  expect(failure).toMatchObject({code: 'unreachable', reason});
  expect(failure.message).toContain('api.example.com');
});

test('a host name with several addresses reports the error of its first address', () => {
  const error = new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]);
  expect(toClientError(error, address, 'none')).toMatchObject({reason: 'refused'});
});

test('a certificate error is named and not retried', () => {
  const failure = toClientError(coded('CERT_HAS_EXPIRED', 'certificate has expired'), address, 'none');
  expect(failure.message).toBe('api.example.com isn’t trusted: certificate has expired (CERT_HAS_EXPIRED).');
  expect(failure).toMatchObject({isRetryable: false});
});

test('errors of the client and errors of the program are passed through unchanged', () => {
  const ownError = toClientError(coded('ECONNRESET'), address, 'unknown');
  expect(toClientError(ownError, address, 'none')).toBe(ownError);
  const bug = new TypeError('x is not a function');
  expect(toClientError(bug, address, 'none')).toBe(bug);
});
