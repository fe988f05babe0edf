/** One state of a collection, and the short memory of what changed between states. */
import type {AnyRow, RowId} from '../families/define.ts';
import type {CollectionState, Delta, Failure, Phase} from './types.ts';

/** The moment of truth moves on with every poll that finds nothing new; it is shared by all states and tells nobody. */
export interface Truth {
  at: number | undefined;
}

export interface Known {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  readonly phase: Phase;
  readonly complete: boolean;
  readonly total: number | undefined;
  readonly apart: number;
  readonly remembered: boolean;
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

export class State implements CollectionState {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  readonly phase: Phase;
  readonly complete: boolean;
  readonly total: number | undefined;
  readonly apart: number;
  readonly remembered: boolean;
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
  readonly version: number;
  readonly #truth: Readonly<Truth>;

  constructor(known: Known, version: number, truth: Readonly<Truth>) {
    this.rows = known.rows;
    this.byId = known.byId;
    this.phase = known.phase;
    this.complete = known.complete;
    this.total = known.total;
    this.apart = known.apart;
    this.remembered = known.remembered;
    this.unreadable = known.unreadable;
    this.failure = known.failure;
    this.version = version;
    this.#truth = truth;
  }

  get trueAt(): number | undefined {
    return this.#truth.at;
  }
}

/** Whoever listens takes every step; this is for those who blink. */
const kept = 8;

export class Journal {
  readonly #steps: {readonly version: number; readonly delta: Delta}[] = [];

  add(version: number, delta: Delta): void {
    this.#steps.push({version, delta});
    if (this.#steps.length > kept) this.#steps.shift();
  }

  since(version: number, now: number): Delta | undefined {
    if (version === now) return {ids: new Set(), reordered: false};
    const steps = this.#steps.filter(step => step.version > version);
    if (steps.length !== now - version) return undefined;
    if (steps.length === 1) return steps[0]?.delta;
    return {
      ids: new Set(steps.flatMap(({delta}) => [...delta.ids])),
      reordered: steps.some(({delta}) => delta.reordered),
    };
  }
}
