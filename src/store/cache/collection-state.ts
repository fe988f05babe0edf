/** One state of a collection, and the differences between the latest states. */
import type {AnyRow, RowId} from '../../families/shape/define-family.ts';
import type {CollectionState, Failure, LoadPhase, RowsDelta} from '../session/session.ts';

/**
 * The time up to which the data is valid. Every poll without news moves it forward; all states share it, and listeners
 * are not notified.
 */
export interface Freshness {
  validAt: number | undefined;
  /** True while a list that is older than `maxQuietAgeMs` is being read. */
  isRenewing: boolean;
}

/** The age without a confirmation from which on a list shows it. */
export const maxQuietAgeMs = 15 * 60_000;

export interface ListFacts {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  readonly phase: LoadPhase;
  readonly complete: boolean;
  readonly total: number | undefined;
  readonly apart: number;
  readonly remembered: boolean;
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
}

export class VersionedState implements CollectionState {
  readonly rows: readonly AnyRow[];
  readonly byId: ReadonlyMap<RowId, AnyRow>;
  readonly phase: LoadPhase;
  readonly complete: boolean;
  readonly total: number | undefined;
  readonly apart: number;
  readonly remembered: boolean;
  readonly unreadable: readonly unknown[];
  readonly failure: Failure | undefined;
  readonly version: number;
  readonly #truth: Readonly<Freshness>;

  constructor(facts: ListFacts, version: number, freshness: Readonly<Freshness>) {
    this.rows = facts.rows;
    this.byId = facts.byId;
    this.phase = facts.phase;
    this.complete = facts.complete;
    this.total = facts.total;
    this.apart = facts.apart;
    this.remembered = facts.remembered;
    this.unreadable = facts.unreadable;
    this.failure = facts.failure;
    this.version = version;
    this.#truth = freshness;
  }

  get validAt(): number | undefined {
    return this.#truth.validAt;
  }
  get isRenewing(): boolean {
    return this.#truth.isRenewing;
  }
}

/** Listeners see every step; the history is for callers that skipped some. */
const maxSteps = 8;

export class ChangeHistory {
  readonly #steps: {readonly version: number; readonly delta: RowsDelta}[] = [];

  add(version: number, delta: RowsDelta): void {
    this.#steps.push({version, delta});
    if (this.#steps.length > maxSteps) this.#steps.shift();
  }

  since(version: number, now: number): RowsDelta | undefined {
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
