/** The certificate of an HTTPS port: its displayed fields, and the check that it matches its key. */
import {createPrivateKey, X509Certificate} from 'node:crypto';
import type {FieldErrors} from '../../engine/http/refusal.ts';

export interface CertificateInfo {
  readonly ssl_commonname: string;
  readonly ssl_fingerprint: string;
}

/** Reads a certificate and its key; if they are invalid, adds problems and returns undefined. */
export function readCertificate(
  cert: string,
  key: string,
  fieldErrors: FieldErrors,
  prefix = '',
): CertificateInfo | undefined {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(cert);
  } catch {
    fieldErrors.add('is not a certificate in PEM form', `${prefix}ssl_cert`);
    return undefined;
  }
  try {
    if (!certificate.checkPrivateKey(createPrivateKey(key))) {
      fieldErrors.add('does not belong to the certificate', `${prefix}ssl_key`);
      return undefined;
    }
  } catch {
    fieldErrors.add('is not a private key in PEM form', `${prefix}ssl_key`);
    return undefined;
  }
  const name = /CN=([^\n]+)/.exec(certificate.subject)?.[1] ?? certificate.subjectAltName ?? '';
  return {ssl_commonname: name, ssl_fingerprint: certificate.fingerprint};
}
