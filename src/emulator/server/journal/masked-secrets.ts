/** Masks secrets in recorded requests: passwords, tokens and keys in bodies, responses, paths and queries. */
import {isRecord} from '../../../contract/schema/json.ts';
import {uploadPath} from '../../families/images/image-upload.ts';

/** The text in place of a secret. */
export const maskedSecret = '<masked>';

/** Names of fields, path parameters and query parameters that hold a secret. */
const secretNames =
  /^(?:.*_)?(?:pass|password|passwd|secret|secret_key|private_key|ssl_key|ssl_cert|api_key|install_code|upload_to|token|kubeconfig|ca_certificate|certificate|card_number|cvv|tfa_code|otp_code|scratch|response|signature|refresh_token|code_verifier)$/i;

export const isSecretName = (name: string): boolean => secretNames.test(name);

/** Answers to the questions of a StackScript: a script may ask for a secret under any name. */
const stackScriptAnswers = 'stackscript_data';

/** A URL that contains a signature or a token. */
const signedAddress = /^https?:\/\/\S+[?&][\w-]*(?:signature|token)=/i;

/** Returns a copy with every secret masked; a value without secrets is returned itself. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'string') return signedAddress.test(value) ? maskedSecret : value;
  if (Array.isArray(value)) {
    const items = value.map(maskSecrets);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return value;
  let isUnchanged = true;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const masked = maskField(name, inner);
    isUnchanged &&= masked === inner;
    return [name, masked];
  });
  return isUnchanged ? value : Object.fromEntries(entries);
}

function maskField(name: string, value: unknown): unknown {
  if (isSecretName(name) && value !== null && value !== undefined) return maskedSecret;
  if (name === stackScriptAnswers && isRecord(value))
    return Object.fromEntries(Object.keys(value).map(question => [question, maskedSecret]));
  return maskSecrets(value);
}

/** Masks the secret parameters of a path. */
export function maskPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  if (path.startsWith(uploadPath)) return uploadPath + maskedSecret;
  const secrets = Object.entries(params).flatMap(([name, value]) => (isSecretName(name) ? [String(value)] : []));
  if (secrets.length === 0) return path;
  return path
    .split('/')
    .map(segment => (secrets.includes(decoded(segment)) ? maskedSecret : segment))
    .join('/');
}

/** Masks secrets in the query of a request to the API; outside of the API the whole query is a credential. */
export function maskQuery(query: string, isOfApi: boolean): string {
  if (query === '') return '';
  return query
    .split('&')
    .map(part => {
      const [name = ''] = part.split('=', 1);
      return !isOfApi || isSecretName(decoded(name)) ? `${name}=${maskedSecret}` : part;
    })
    .join('&');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The API has no name with an invalid escape.
    return text;
  }
}
