/** A session for tests of the screens: it holds what the test says, and records what the screens ask for. */
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import {contractIdentifiers} from '../../store/api/identifiers.ts';
import {memoryBatchJournals} from '../../store/changes/batch/batch-journal.ts';
import {memoryDraftStore} from '../../store/changes/draft-store.ts';
import type {RecentChangesState} from '../../store/changes/recent-changes.ts';
import type {Change, ChangeState, FieldState, UndoneChange} from '../../store/changes/types.ts';
import {createFinder} from '../../store/list/finder.ts';
import type {
  Annotation,
  Collection,
  CollectionState,
  EventRow,
  Message,
  Operation,
  QueryState,
  Session,
  Status,
  Toast,
} from '../../store/session/session.ts';
import type {Pulse} from '../../store/sync/connection-status.ts';
import {TrafficMeter} from '../../store/sync/traffic-meter.ts';
import {emptyState} from '../../store/testing/test-collection.ts';
import type {Transfer} from '../../store/transfers/transfer.ts';
import type {ConsoleClock} from '../context/console-context.ts';
import {createObservable, type ObservableValue} from '../context/observable.ts';

export interface FakeSession extends Session {
  readonly status: ObservableValue<Status>;
  readonly pulse: ObservableValue<Pulse>;
  readonly trafficVersion: ObservableValue<number>;
  readonly operations: ObservableValue<readonly Operation[]>;
  readonly events: ObservableValue<readonly EventRow[]>;
  readonly toasts: ObservableValue<readonly Toast[]>;
  readonly recentChanges: ObservableValue<RecentChangesState>;
  /** Sets the rows of a list, or other parts of its state. */
  setRows(family: FamilyId, rows: readonly AnyRow[], part?: Partial<CollectionState>, params?: PathParams): void;
  annotate(family: FamilyId, id: RowId, annotation: Annotation | undefined): void;
  setAnswer(operation: string, value: unknown): void;
  /** Changes that were sent: `volumes.attach` and the values. */
  readonly sent: {readonly operation: string; readonly values: Readonly<Record<string, unknown>>}[];
  /** The next sent change is refused with problems by field. */
  refuseNext(problems: Readonly<Record<string, string>>): void;
}

const liveStatus: Status = {
  liveness: 'live',
  heardAt: undefined,
  confirmedAt: undefined,
  lateSince: undefined,
  failure: undefined,
  limits: {},
  account: 'acme-infra',
  user: 'ada',
  notices: undefined,
  mismatches: [],
};

/** Stands at one moment unless it is moved. */
export const fixedClock = (now = Date.UTC(2026, 2, 14, 12)): ConsoleClock => ({
  now: () => now,
  schedule: () => () => {},
});

export function fakeSession(
  families: readonly Family[],
  now = Date.UTC(2026, 2, 14, 12),
  clock: Pick<ConsoleClock, 'now'> = {now: () => now},
): FakeSession {
  const collections = new Map<
    string,
    Collection & {state: ObservableValue<CollectionState>; annotations: Map<RowId, Annotation>}
  >();
  const touched = new Set<string>();
  const answers = new Map<string, ObservableValue<QueryState>>();
  const status = createObservable(liveStatus);
  const events = createObservable<readonly EventRow[]>([]);
  const toasts = createObservable<readonly Toast[]>([]);
  const trail = createObservable<RecentChangesState>({records: [], complete: true, failure: undefined});
  const sent: FakeSession['sent'] = [];
  let refusal: Readonly<Record<string, string>> | undefined;
  const messages = createObservable<readonly Message[]>([]);
  let toastId = 0;

  const familyOf = (id: FamilyId): Family => {
    const family = families.find(candidate => candidate.id === id);
    if (family === undefined) throw new Error(`no family ${id}`);
    return family;
  };
  const collection = (id: FamilyId, params: PathParams = {}) => {
    const key = `${id} ${JSON.stringify(params)}`;
    const known = collections.get(key);
    if (known !== undefined) return known;
    const family = familyOf(id);
    const state = createObservable(emptyState);
    const annotations = new Map<RowId, Annotation>();
    const made = {
      family,
      params,
      state,
      annotations,
      get: state.get,
      subscribe: state.subscribe,
      annotation: (row: RowId) => annotations.get(row),
      isSettled: () => annotations.size === 0,
      searchText: (row: RowId) => JSON.stringify(state.get().byId.get(row) ?? '').toLowerCase(),
      changesSince: () => undefined,
      refetch: async () => {},
    };
    collections.set(key, made);
    return made;
  };
  const lookup: Lookup = {
    get now() {
      return clock.now();
    },
    find: (family, id, params) =>
      id === null || id === undefined ? undefined : (collectionIn(family, params)?.get().byId.get(id) as never),
    rows: (family, params) => (collectionIn(family, params)?.get().rows ?? []) as never,
    complete: (family, params) => collectionIn(family, params)?.get().complete ?? false,
    failed: (family, params) => collectionIn(family, params)?.get().phase === 'failed',
    pending: (family, id, params) => collectionIn(family, params)?.annotation(id)?.pending !== undefined,
    sampled: () => undefined,
    lastEvent: (type, id) => events.get().find(({entity}) => entity?.type === type && entity.id === id),
    running: () => undefined,
    spell: (_, text) => text,
    spelled: (_, row) => row,
  };
  const collectionIn = (family: FamilyId, params: PathParams | undefined) =>
    families.some(({id}) => id === family) ? collection(family, params) : undefined;

  const session: FakeSession = {
    identifiers: contractIdentifiers,
    whenSpelled: run => run(),
    lookup,
    status,
    pulse: createObservable<Pulse>({beats: 1, at: now}),
    trafficVersion: createObservable(0),
    operations: createObservable<readonly Operation[]>([]),
    events,
    toasts,
    messages,
    draftStore: memoryDraftStore(() => now),
    recentChanges: trail,
    batchJournals: memoryBatchJournals(),
    lastLocalChange: (family, id) =>
      trail.get().records.find(({target}) => target?.family === family && target.id === id),
    transfers: createObservable<readonly Transfer[]>([]),
    sent,
    collection,
    find: (typed, atMost) => createFinder(() => collections.values(), lookup).find(typed, atMost),
    samples: {setVisible: () => {}, subscribe: () => () => {}, isFetched: () => false},
    query: operation => answerCell(operation),
    history: () => undefined,
    unless: (family, action, row, params = {}) => familyOf(family).actions[action]?.unless?.(row, lookup, params),
    change(family, action, row, params, {fills = {}, takesBack} = {}) {
      const change = fakeChange(familyOf(family), action, row, params, takesBack);
      for (const [path, value] of Object.entries(fills)) change.set(path, value);
      return change;
    },
    undo: () => ({changes: [], left: [], passed: []}),
    undoOf: () => 'there is no undo in this test',
    runDirectly: async () => {},
    traffic: () =>
      new TrafficMeter(
        {now: () => now, monotonic: () => now, schedule: () => () => {}, yieldToLoop: async () => {}},
        undefined,
        () => () => {},
      ).get(),
    limits: () => ({}),
    permissionsKnown: async () => {},
    unpermitted: () => undefined,
    showToast(text, tone = 'plain', here) {
      messages.set([...messages.get(), {tone, text, at: now}]);
      toasts.set([...toasts.get(), {id: toastId++, tone, text, at: now, ...(here && {here})}]);
    },
    dismissSeen: () => toasts.set(toasts.get().filter(({here}) => here !== true)),
    evictOldest: () => {},
    refetchAll: () => {},
    setFocused: () => {},
    close: async () => {},
    setRows(id, rows, part = {}, params) {
      const {state, family} = collection(id, params);
      const byId = new Map(rows.map(row => [family.key(row), row]));
      const version = state.get().version + 1;
      state.set({
        ...emptyState,
        rows,
        byId,
        version,
        phase: 'ready',
        complete: true,
        total: rows.length,
        validAt: now,
        ...part,
      });
    },
    annotate(id, row, annotation) {
      const {annotations, state} = collection(id);
      if (annotation === undefined) annotations.delete(row);
      else annotations.set(row, annotation);
      state.patch({version: state.get().version + 1});
    },
    setAnswer(operation, value) {
      answerCell(operation).set({value, phase: 'ready', validAt: now, failure: undefined});
    },
    refuseNext(problems) {
      refusal = problems;
    },
  };

  function answerCell(operation: string): ObservableValue<QueryState> {
    const known = answers.get(operation);
    if (known !== undefined) return known;
    const made = createObservable<QueryState>({
      value: undefined,
      phase: 'loading',
      validAt: undefined,
      failure: undefined,
    });
    answers.set(operation, made);
    return made;
  }

  function fakeChange(
    family: Family,
    name: string,
    row: AnyRow | undefined,
    params: PathParams = {},
    takesBack?: UndoneChange,
  ): Change {
    const action = familyOf(family.id).actions[name];
    if (action === undefined) throw new Error(`no action ${name}`);
    const values: Record<string, unknown> = {};
    for (const [field, input] of Object.entries(action.form ?? {})) {
      values[field] = input.initial?.(row, lookup, {at: params, values: {}}) ?? row?.[field];
    }
    const problems = new Map<string, string>();
    const fields = (): readonly FieldState[] =>
      Object.entries(action.form ?? {})
        .filter(([, input]) => input.when?.(values, row, lookup) !== false)
        .map(([field, input]) => ({
          name: field,
          path: field,
          title: input.title,
          help: input.help,
          input: input.input,
          required: false,
          unit: undefined,
          bounds: undefined,
          value: values[field],
          options: optionsOf(input.from, candidate => input.unless?.(candidate, values, row, lookup)),
          loading: false,
          problems: problems.has(field) ? [problems.get(field) ?? ''] : [],
          secret: input.input === 'secret',
          touched: touched.has(`${family.label(row ?? {})} ${field}`),
          items: undefined,
        }));
    const typing = typeof action.confirm === 'object' && row !== undefined ? family.label(row) : undefined;
    const at = (step: ChangeState['step']): ChangeState => ({
      step,
      fields: fields(),
      confirmText: typing,
      outcome: step === 'outcome' ? {ok: true, unknown: false, words: `${action.title ?? name}: done`} : undefined,
      preview:
        step === 'preview'
          ? {
              method: 'POST',
              path: `/${family.id}/${name}`,
              body: JSON.stringify(values, null, 2),
              differences: Object.entries(values).map(([path, value]) => ({
                path,
                title: action.form?.[path]?.title ?? path,
                before: row?.[path] === undefined || row[path] === null ? undefined : String(row[path]),
                after: value === undefined ? undefined : String(value),
              })),
              warnings: action.warns?.(row, lookup, {}, values) ?? [],
              impact: [],
              off: new Map(),
              checking: 0,
              risk: typeof action.risk === 'function' ? action.risk(row, lookup, {}, values) : action.risk,
              charges: false,
              limitClass: 'general' as const,
              scopes: [],
              held: true,
              followed: undefined,
              deletes: false,
              same: [],
              final: undefined,
              loading: false,
              curl: `curl -H "Authorization: Bearer $TOKEN" -X POST /${family.id}/${name}`,
            }
          : undefined,
    });
    const state = createObservable(at(action.form === undefined ? 'preview' : 'form'));
    return {
      family,
      name,
      action,
      title: takesBack?.way ?? action.title ?? name,
      about: takesBack?.what,
      row,
      params,
      get: state.get,
      subscribe: state.subscribe,
      set(path, value) {
        values[path] = value;
        touched.add(`${family.label(row ?? {})} ${path}`);
        problems.delete(path);
        state.set(at('form'));
      },
      typed: () => ({values: {...values}, secrets: []}),
      allTypedValues: () =>
        Object.fromEntries(
          Object.entries(values).filter(([path]) => touched.has(`${family.label(row ?? {})} ${path}`)),
        ),
      ready: Promise.resolve(),
      isDrafted: true,
      toPreview: async () => state.set(at('preview')),
      reset: () => {},
      detachDraft: () => {},
      back: () => state.set(at('form')),
      async send() {
        state.set(at('sending'));
        await Promise.resolve();
        sent.push({operation: `${family.id}.${name}`, values: {...values}});
        if (refusal === undefined) return state.set(at('outcome'));
        for (const [path, words] of Object.entries(refusal)) problems.set(path, words);
        refusal = undefined;
        state.set(at('form'));
      },
      close: () => {},
    };
  }

  function optionsOf(from: FamilyId | undefined, unless: (candidate: AnyRow) => string | undefined) {
    if (from === undefined) return undefined;
    const family = familyOf(from);
    return collection(from)
      .get()
      .rows.map(candidate => ({
        value: family.key(candidate),
        text: family.label(candidate),
        detail: family.summary?.(candidate, lookup) ?? '',
        unless: unless(candidate),
      }));
  }
  return session;
}
