/** Translates errors of the network into the client's words. */
import type {ApiAddress} from '../core/api-address.ts';
import {type Outcome, sanitizeLine, UnreachableError, type UnreachableReason} from '../core/errors.ts';

const reasonByCode: Readonly<Record<string, UnreachableReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused',
  ENETUNREACH: 'network',
  EHOSTUNREACH: 'network',
  EHOSTDOWN: 'network',
  ENETDOWN: 'network',
  EADDRNOTAVAIL: 'network',
  EACCES: 'network',
  EPERM: 'network',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  HPE_INVALID_EOF_STATE: 'reset',
  HPE_CLOSED_CONNECTION: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_PRX_TLS: 'proxy',
  // The tunnel was not opened: other aborts come from the client itself, and never reach this table.
  UND_ERR_ABORTED: 'proxy',
};

const reasonTexts: Readonly<Partial<Record<UnreachableReason, (host: string) => string>>> = {
  dns: host => `Can’t resolve ${host}`,
  refused: host => `${host} refused the connection`,
  timeout: host => `The connection to ${host} timed out`,
  reset: host => `${host} closed the connection early`,
  'too-large': host => `${host} sent headers that are too large`,
  proxy: host => `Can’t reach ${host} through the proxy`,
};

const unreachableText = (host: string) => `Can’t reach ${host}`;

interface CodedError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
}

/** A failure of the network as the client's own error; other errors are returned unchanged. */
export function toClientError(error: Error, address: ApiAddress, outcome: Outcome, status?: number): Error {
  const {code, detail} = codeOf(error);
  if (error instanceof UnreachableError || !code) return error;
  const facts = {outcome, status, cause: error};
  if (isTlsCode(code)) {
    // Node's own advice after the semicolon is meant for the user who starts Node.
    const fault = sanitizeLine(detail.split('; if ', 1)[0] ?? '');
    return new UnreachableError('tls', `${address.host} isn’t trusted: ${fault} (${code}).${tlsRemedy(code)}`, facts);
  }
  if (code.startsWith('HPE_') && !Object.hasOwn(reasonByCode, code))
    return new UnreachableError('not-api', `${address.host} doesn’t answer in HTTP, so this isn’t the API.`, facts);
  const reason = reasonByCode[code] ?? 'network';
  return new UnreachableError(reason, `${(reasonTexts[reason] ?? unreachableText)(address.host)} (${code}).`, facts);
}

function codeOf(error: CodedError): {code: string; detail: string} {
  const detail = typeof error.message === 'string' ? error.message : '';
  // A name with several addresses fails with one error for each.
  if (typeof error.code !== 'string' && Array.isArray(error.errors) && error.errors[0])
    return codeOf(error.errors[0] as CodedError);
  if (typeof error.code === 'string') return {code: error.code, detail};
  // The parser leaves its code out now and then.
  if (error.name !== 'HTTPParserError') return {code: '', detail};
  return {code: /\bEOF\b/.test(detail) ? 'HPE_INVALID_EOF_STATE' : 'HPE_INVALID', detail};
}

/** An authority of one's own is added, never verification switched off. */
const tlsRemedy = (code: string) =>
  /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/.test(code)
    ? ' Set NODE_EXTRA_CA_CERTS=FILE or NODE_USE_SYSTEM_CA=1 to trust its authority.'
    : '';

/** OpenSSL names certificates' faults without a common prefix. */
const isTlsCode = (code: string) =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/.test(
    code,
  );
