/** Answers of single reading operations, for tabs: read while somebody shows them, and renewed before they are old. */
import type {PathParams, Ref} from '../families/define.ts';
import {type Clock, staleness} from './clock.ts';
import type {Connection, Priority} from './connection.ts';
import {equal} from './equal.ts';
import {type Named, named, type Trace} from './named.ts';
import {askedOf} from './place.ts';
import {Retry} from './retry.ts';
import type {AnswerState, Source} from './types.ts';
import {failureOf, isCancelled, passes} from './words.ts';

export interface AnswersHost {
  readonly clock: Clock;
  readonly random: () => number;
  readonly trace: Trace | undefined;
  connect(): Promise<Connection>;
  looking(): boolean;
  /** Why nobody should ask by themselves: the API is away, and `recover` tells when it is there again. */
  away(): unknown;
  /** Somebody listens; returns what to do when they leave. */
  awake(): () => void;
}

/** Answers kept for who comes back; the longest unused goes first. */
const keptAtMost = 64;

const nothing: AnswerState = {value: undefined, phase: 'idle', trueAt: undefined, failure: undefined};

class Answer implements Source<AnswerState> {
  readonly #host: AnswersHost;
  readonly #operation: string;
  readonly #params: PathParams;
  readonly #every: number;
  readonly #state: Named<AnswerState>;
  readonly #retry: Retry;
  #due: (() => void) | undefined;
  #reading = false;
  /** What is being read was asked for before something happened. */
  #overtaken: Priority | undefined;
  #readAt: number | undefined;

  constructor(operation: string, params: PathParams, every: number, host: AnswersHost) {
    this.#operation = operation;
    this.#params = params;
    this.#every = every * 1000;
    this.#host = host;
    this.#state = named([operation, ...Object.values(params)].join(' '), nothing, {
      trace: host.trace,
      awake: () => this.#wake(),
    });
    this.#retry = new Retry(host.clock, host.random, () => void this.read('screen'));
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

  /** Whether it was asked of this resource: the replies in a ticket, the zone file of a Domain. */
  isAbout({family, id}: Ref): boolean {
    const asked = Object.values(this.#params).some(value => String(value) === String(id));
    return asked && this.#operation.startsWith(`${family}.`);
  }

  isOf(family: string): boolean {
    return this.#operation.startsWith(`${family}.`);
  }

  /** Reads it after what has just happened, or when somebody looks: an answer that is under way may be from before. */
  renew(priority: Priority): void {
    if (this.#reading) this.#overtaken = priority;
    else if (this.watched) void this.read(priority);
    else this.#readAt = undefined;
  }

  async read(priority: Priority): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    this.#due?.();
    this.#retry.stop();
    const away = priority === 'user' ? undefined : this.#host.away();
    if (away !== undefined) {
      this.#failed(away);
      this.#reading = false;
      return;
    }
    const before = this.get();
    if (before.phase !== 'ready') this.#state.become('loading', {...before, phase: 'loading'});
    try {
      const connection = await this.#host.connect();
      const endpoint = connection.operation(this.#operation);
      if (!endpoint) throw new Error(`there is no operation ${this.#operation}`);
      const read = await connection.call(endpoint, {...askedOf(endpoint, this.#params), priority});
      const now = this.#host.clock.now();
      this.#readAt = now;
      this.#retry.succeed();
      // What says the same stays the same object; only its age is new.
      const value = equal(before.value, read) ? before.value : read;
      this.#state.become('read', {value, phase: 'ready', trueAt: now, failure: undefined});
      if (this.watched) this.#plan(this.#every);
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
    const before = this.get();
    const known = before.trueAt === undefined ? 'failed' : 'ready';
    if (isCancelled(error)) {
      this.#state.become('cancelled', {...before, phase: known === 'ready' ? 'ready' : 'idle'});
      return;
    }
    const isAway = this.#host.away() !== undefined;
    const retryAt = this.watched && passes(error) && !isAway ? this.#retry.plan() : undefined;
    this.#state.become('failed', {...before, phase: known, failure: failureOf(error, retryAt)});
    if (this.watched && retryAt === undefined) this.#plan(this.#every);
  }

  #wake(): () => void {
    const sleep = this.#host.awake();
    const age = staleness(this.#readAt, this.#host.clock.now());
    if (age < this.#every) this.#plan(this.#every - age);
    else queueMicrotask(() => this.watched && void this.read('screen'));
    return () => {
      this.#due?.();
      this.#retry.stop();
      sleep();
    };
  }

  #plan(milliseconds: number): void {
    this.#due?.();
    this.#due = this.#host.clock.schedule(milliseconds, () => {
      if (this.#host.looking()) void this.read('background');
      else this.#plan(this.#every);
    });
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
    const answer = this.#answers.get(key) ?? new Answer(operation, params, every, this.#host);
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
    for (const answer of this.#answers.values()) if (answer.isAbout(about)) answer.renew('background');
  }

  /** A change was carried out on something of this family: what was asked about any of it may be otherwise. */
  renewIn(family: string): void {
    for (const answer of this.#answers.values()) if (answer.isOf(family)) answer.renew('background');
  }

  recover(): void {
    for (const answer of this.#answers.values()) if (answer.watched && answer.get().failure) void answer.read('screen');
  }
}
