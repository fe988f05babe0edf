/** The account that a request names: by its path, a header, or its token. */
import type {IncomingMessage} from 'node:http';
import {Refusal} from '../../engine/http/refusal.ts';

export const accountHeader = 'x-emulator-account';

const accountName = /^[A-Za-z0-9._-]{1,64}$/;
const inPath = /^\/@([^/?]*)(?=[/?]|$)/;
const inToken = /^Bearer +account\.(\S*) *$/i;

/** Token with full access to the account, for tools that can't send a header. */
export const accountToken = (name: string): string => `account.${name}`;

/** Start of the paths of an account, for tools that can't send a header. */
export const accountPath = (name: string): string => `/@${name}`;

/**
 * @returns undefined for a request to the main account
 * @throws Refusal 400 for an invalid name, and for a header or path when accounts aren't isolated
 */
export function selectedAccount({url = '/', headers}: IncomingMessage, isIsolated: boolean): string | undefined {
  const named = inPath.exec(url)?.[1] ?? headers[accountHeader];
  if (named === undefined) {
    const token = inToken.exec(headers.authorization ?? '')?.[1];
    return isIsolated && token !== undefined ? validName(token) : undefined;
  }
  if (!isIsolated)
    throw refusal('This emulator has one account. Start it with --isolated for more, by X-Emulator-Account');
  return validName(String(named));
}

/** @throws Refusal 400 */
export function validName(name: string): string {
  if (accountName.test(name)) return name;
  throw refusal('The name of an account has 1 to 64 letters, digits, dots, hyphens and underscores');
}

const refusal = (reason: string) => new Refusal(400, [{field: null, reason}]);
