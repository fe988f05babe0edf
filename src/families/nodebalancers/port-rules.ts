/** Rules between the fields of a port (D3 §2.2), checked before the request is sent. */
import type {FieldError} from '../../contract/schema/field-error.ts';

interface Port {
  readonly protocol?: unknown;
  readonly stickiness?: unknown;
  readonly check?: unknown;
  readonly check_body?: unknown;
  readonly check_interval?: unknown;
  readonly check_timeout?: unknown;
  readonly ssl_cert?: unknown;
  readonly ssl_key?: unknown;
}

/** @param row the current port; undefined for a new port */
export function portRules(body: Port | undefined, row?: Port): readonly FieldError[] {
  const next = {...row, ...body};
  const fieldErrors: FieldError[] = [];
  const addIf = (isBroken: boolean, field: keyof Port, reason: string) => {
    if (isBroken) fieldErrors.push({field, reason});
  };
  addIf(
    next.protocol === 'tcp' && next.stickiness === 'http_cookie',
    'stickiness',
    'a cookie is for HTTP and HTTPS only',
  );
  addIf(next.check === 'http_body' && !next.check_body, 'check_body', 'is what the check looks for');
  const {check_interval: every, check_timeout: wait} = next;
  addIf(
    typeof every === 'number' && typeof wait === 'number' && every <= wait,
    body?.check_interval === undefined ? 'check_timeout' : 'check_interval',
    'must leave the check time to answer: every longer than wait',
  );
  const secured = next.protocol === 'https';
  // Stored values need not be sent again; half of a pair is invalid.
  const stored = row?.protocol === 'https' && Boolean(row.ssl_cert);
  const partly = Boolean(body?.ssl_cert) !== Boolean(body?.ssl_key);
  const isIncomplete = secured && (partly || !(stored || (body?.ssl_cert && body.ssl_key)));
  addIf(isIncomplete && !body?.ssl_cert, 'ssl_cert', 'is needed for HTTPS, together with its key');
  addIf(isIncomplete && !body?.ssl_key, 'ssl_key', 'is needed for HTTPS, together with its certificate');
  return fieldErrors;
}
