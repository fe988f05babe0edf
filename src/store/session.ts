/** One session per profile: collections, events, changes, and how live all of it is. */
import type {AnyRow, Family, Look} from '../families/define.ts';
import type {Clock} from './clock.ts';
import type {Connection} from './connection.ts';
import {named, type Trace} from './named.ts';
import type {Collection, Session, Source, Status} from './types.ts';

export interface SessionProfile {
  readonly name: string;
  readonly production: boolean;
  readonly readOnly: boolean;
}

export interface SessionOptions {
  readonly families: readonly Family[];
  /** Brings what speaks to the API; called when somebody first listens, and again after a failure. */
  readonly connect: () => Promise<Connection>;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly profile: SessionProfile;
  /** Hears of every change of state by its name. */
  readonly trace?: Trace;
}

export type CreateSession = (options: SessionOptions) => Session;

const constant = <T>(value: T): Source<T> => ({get: () => value, subscribe: () => () => {}});

export const createSession: CreateSession = ({families, clock, trace}) => {
  const status = named<Status>(
    'status',
    {
      liveness: 'connecting',
      heardAt: undefined,
      failure: undefined,
      budget: undefined,
      account: undefined,
      user: undefined,
      notices: undefined,
      unreadReplies: undefined,
      misreads: 0,
    },
    {trace},
  );
  const familyOf = (id: string): Family => {
    const family = families.find(candidate => candidate.id === id);
    if (!family) throw new Error(`no family ${id}`);
    return family;
  };
  const look: Look = {
    get now() {
      return clock.now();
    },
    find: () => undefined,
    rows: () => [],
  };
  const collection = (family: Family): Collection => ({
    family,
    params: {},
    ...constant({
      rows: [],
      byId: new Map<string | number, AnyRow>(),
      phase: 'idle',
      complete: false,
      total: undefined,
      trueAt: undefined,
      remembered: false,
      unreadable: [],
      failure: undefined,
    }),
    annotation: () => undefined,
    searchText: () => '',
    refresh: () => {},
  });
  return {
    look,
    status,
    operations: constant([]),
    events: constant([]),
    toasts: constant([]),
    collection: id => collection(familyOf(id)),
    answer: () => constant({value: undefined, phase: 'idle', trueAt: undefined, failure: undefined}),
    change: () => {
      throw new Error('not connected');
    },
    unless: () => 'not connected',
    act: async () => {},
    say: () => {},
    refreshAll: () => {},
    focus: () => {},
    close: async () => {},
  };
};
