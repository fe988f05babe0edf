/** Codes of authenticator apps (RFC 6238): six digits that change every thirty seconds. */
import {createHmac, timingSafeEqual} from 'node:crypto';
import {seconds} from '../../engine/time/clock.ts';
import type {Random} from '../../engine/time/random.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const step = 30 * seconds;

/** A new secret for an authenticator: 160 bits in Base32. */
export const newSecret = (random: Random): string =>
  Array.from({length: 32}, () => alphabet[random.int(0, 31)]).join('');

function bytesOf(secret: string): Buffer {
  let bits = '';
  for (const letter of secret) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)));
}

/** The code at a time in milliseconds. */
export function codeAt(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / step)));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const value = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 1e6).padStart(6, '0');
}

/** True for the current code and its neighbors, because clocks differ and typing takes time. */
export const isCode = (secret: string, code: string, now: number): boolean =>
  /^\d{6}$/.test(code) &&
  [-step, 0, step].some(shift => timingSafeEqual(Buffer.from(codeAt(secret, now + shift)), Buffer.from(code)));
