/** Random numbers: from a seed, which reproduces account, faults and secrets, or from the machine's secure source. */
import {randomFillSync} from 'node:crypto';

export interface Random {
  /** 0 to 1, 1 excluded. */
  next(): number;
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T;
  /** Random lower-case hexadecimal digits. */
  hex(length: number): string;
  uuid(): string;
  /** An independent source, so that additional draws from one source do not change another. */
  fork(name: string): Random;
}

/** Mulberry32: 32 bits of state, fast, and good enough for values that are not secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next32 = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return randomFrom(next32, name => seededRandom(hashText(name, state)));
}

/** Number of random bytes that are read at a time. */
const poolSize = 4096;

/** The machine's cryptographic source, for tokens, codes and secrets, which must be unpredictable. */
export function secureRandom(): Random {
  const pool = Buffer.alloc(poolSize);
  let offset = poolSize;
  const next32 = () => {
    if (offset === poolSize) {
      randomFillSync(pool);
      offset = 0;
    }
    const value = pool.readUInt32LE(offset);
    pool.writeUInt32LE(0, offset);
    offset += 4;
    return value;
  };
  return randomFrom(next32, secureRandom);
}

/** @param next32 32 random bits */
function randomFrom(next32: () => number, fork: (name: string) => Random): Random {
  const next = () => next32() / 2 ** 32;
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const hex = (length: number) => {
    let text = '';
    while (text.length < length) text += next32().toString(16).padStart(8, '0');
    return text.slice(0, length);
  };
  return {
    next,
    int,
    hex,
    chance: probability => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[int(0, from.length - 1)] as T;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${int(8, 11).toString(16)}${hex(3)}-${hex(12)}`,
    fork,
  };
}

/** FNV-1a hash of a text, the same in every run. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let value = seed >>> 0;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
