/** Answers of single questions, for tabs: read while somebody shows them, and renewed before they are old. */
import {isRepaired} from '../contract/repaired.ts';
import type {EntityType, PathParams, Ref, RowId} from '../families/define.ts';
import type {Connection, Priority} from './connection.ts';
import {equal} from './equal.ts';
import {historyOf} from './history.ts';
import {type Named, named, type Trace} from './named.ts';
import {askedOf} from './place.ts';
import {Rechecks} from './rechecks.ts';
import {Renewal, type RenewalHost} from './renewal.ts';
import type {AnswerState, Source} from './types.ts';
import {failureOf, isCancelled} from './words.ts';

export interface AnswersHost extends RenewalHost {
  readonly trace: Trace | undefined;
  connect(): Promise<Connection>;
  /** Somebody listens; returns what to do when they leave. */
  awake(): () => void;
}

/** What is asked of the API, and what else it is asked about. */
export interface Question {
  readonly name: string;
  ask(connection: Connection, priority: Priority): Promise<unknown>;
  /** Whether it was asked of this resource: the replies in a ticket, the zone file of a Domain. */
  isAbout(ref: Ref): boolean;
  isOf(family: string): boolean;
}

/** What one reading operation answers. */
function reading(operation: string, params: PathParams): Question {
  return {
    name: [operation, ...Object.values(params)].join(' '),
    ask(connection, priority) {
      const endpoint = connection.operation(operation);
      if (!endpoint) throw new Error(`there is no operation ${operation}`);
      return connection.call(endpoint, {...askedOf(endpoint, params), priority});
    },
    isAbout: ({family, id}) =>
      Object.values(params).some(value => String(value) === String(id)) && operation.startsWith(`${family}.`),
    isOf: family => operation.startsWith(`${family}.`),
  };
}

/** Answers kept for who comes back; the longest unused goes first. */
const keptAtMost = 64;
/** New events are heard of anyway; how far back they go does not change. Seconds. */
const historyEvery = 600;

const nothing: AnswerState = {value: undefined, phase: 'idle', trueAt: undefined, failure: undefined};

class Answer implements Source<AnswerState> {
  readonly #host: AnswersHost;
  readonly question: Question;
  readonly #state: Named<AnswerState>;
  readonly #renewal: Renewal;
  readonly #rechecks: Rechecks;
  #reading = false;
  /** What is being read was asked for before something happened. */
  #overtaken: Priority | undefined;

  constructor(question: Question, every: number, host: AnswersHost) {
    this.question = question;
    this.#host = host;
    this.#state = named(question.name, nothing, {trace: host.trace, awake: () => this.#wake()});
    this.#renewal = new Renewal(this, every, host);
    this.#rechecks = new Rechecks(host.clock, every * 1000, () => void this.read('background'));
  }

  get(): AnswerState {
    return this.#state.get();
  }
  subscribe(listener: () => void): () => void {
    return this.#state.subscribe(listener);
  }
  get watched(): boolean {
    return this.#state.watched;
  }

  /** Reads it after what has just happened, or when somebody looks: an answer that is under way may be from before. */
  renew(priority: Priority): void {
    if (this.#reading) this.#overtaken = priority;
    else if (this.watched) void this.read(priority);
    else {
      this.#renewal.forget();
      // Shown again before it is read again, it would pass for current: a password that has been replaced.
      if (this.get().value !== undefined) this.#state.become('overtaken', nothing);
    }
  }

  /** The API answers again: what failed is tried at once. */
  recover(): void {
    if (this.watched && (this.get().failure || this.#renewal.isOwed)) void this.read('screen');
  }

  /** More time may have passed than timers know: read when it is old by now. */
  renewOld(): void {
    if (this.watched) this.#renewal.wake();
  }

  async read(priority: Priority): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    this.#renewal.begin();
    const away = priority === 'user' ? undefined : this.#host.away();
    if (away !== undefined) {
      this.#failed(away);
      this.#reading = false;
      return;
    }
    const before = this.get();
    if (before.phase !== 'ready') this.#state.become('loading', {...before, phase: 'loading'});
    try {
      const read = await this.question.ask(await this.#host.connect(), priority);
      this.#renewal.succeed();
      if (this.watched) this.#rechecks.plan(isRepaired(read));
      // What says the same stays the same object; only its age is new.
      const value = equal(before.value, read) ? before.value : read;
      this.#state.become('read', {value, phase: 'ready', trueAt: this.#host.clock.now(), failure: undefined});
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#reading = false;
      const again = this.#overtaken;
      this.#overtaken = undefined;
      if (again !== undefined) this.renew(again);
    }
  }

  #failed(error: unknown): void {
    const retryAt = this.#renewal.fail(error);
    const before = this.get();
    const known = before.trueAt === undefined ? 'failed' : 'ready';
    if (isCancelled(error)) {
      this.#state.become('cancelled', {...before, phase: known === 'ready' ? 'ready' : 'idle'});
      return;
    }
    this.#state.become('failed', {...before, phase: known, failure: failureOf(error, retryAt)});
  }

  #wake(): () => void {
    const sleep = this.#host.awake();
    this.#renewal.wake();
    return () => {
      this.#renewal.stop();
      this.#rechecks.stop();
      sleep();
    };
  }
}

export class Answers {
  readonly #host: AnswersHost;
  /** In order of use. */
  readonly #answers = new Map<string, Answer>();

  constructor(host: AnswersHost) {
    this.#host = host;
  }

  get(operation: string, params: PathParams, every: number): Source<AnswerState> {
    const key = JSON.stringify([operation, every, ...Object.entries(params).sort()]);
    return this.#kept(key, () => new Answer(reading(operation, params), every, this.#host));
  }

  /** The events of one resource, as `History`; undefined where they cannot be asked for. */
  history(type: EntityType, id: RowId): Source<AnswerState> | undefined {
    const question = historyOf(type, id);
    return question && this.#kept(question.name, () => new Answer(question, historyEvery, this.#host));
  }

  #kept(key: string, make: () => Answer): Answer {
    const answer = this.#answers.get(key) ?? make();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    for (const [oldest, {watched}] of this.#answers) {
      if (this.#answers.size <= keptAtMost) break;
      if (!watched) this.#answers.delete(oldest);
    }
    return answer;
  }

  refresh(): void {
    for (const answer of this.#answers.values()) if (answer.watched) answer.renew('user');
  }

  /** Something happened to a resource. */
  renew(about: Ref): void {
    for (const answer of this.#answers.values()) if (answer.question.isAbout(about)) answer.renew('background');
  }

  /** A change was carried out on something of this family: what was asked about any of it may be otherwise. */
  renewIn(family: string): void {
    for (const answer of this.#answers.values()) if (answer.question.isOf(family)) answer.renew('background');
  }

  renewOld(): void {
    for (const answer of this.#answers.values()) answer.renewOld();
  }

  recover(): void {
    for (const answer of this.#answers.values()) answer.recover();
  }
}
