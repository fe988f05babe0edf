/** One session per profile: what is known, what is happening, and how live all of it is. */
import type {Family} from '../families/define.ts';
import {Answers} from './answers.ts';
import {type Audit, memoryAudit} from './audit.ts';
import {Blind} from './blind.ts';
import {Changes} from './changes/changes.ts';
import {type Clock, endingClock} from './clock.ts';
import {AccountClosed, closing} from './closed.ts';
import {Collections} from './collections.ts';
import type {Connection} from './connection.ts';
import {type Drafts, memoryDrafts} from './drafts.ts';
import {Effects} from './effects.ts';
import {EventBook, type News} from './events.ts';
import {AccountFacts} from './facts.ts';
import {createFinder} from './find.ts';
import {Followups} from './followups.ts';
import {Happening} from './happening.ts';
import {contractIdentifiers, type Identifiers} from './identifiers.ts';
import {Leaps} from './leaps.ts';
import {Link} from './link.ts';
import {createLook} from './look.ts';
import type {Trace} from './named.ts';
import {Notices} from './notices.ts';
import {Outage} from './outage.ts';
import {RunningRows} from './running.ts';
import {memoryRuns, type Runs} from './runs.ts';
import {Samples} from './samples.ts';
import {type RememberedList, SnapshotKeeper, type Snapshots, worthKeeping} from './snapshot.ts';
import {StatusBoard} from './status.ts';
import {Sync} from './sync.ts';
import {Toasts} from './toasts.ts';
import {TrafficMeter} from './traffic.ts';
import {Trail} from './trail.ts';
import {Transfers} from './transfers/transfers.ts';
import type {EventRow, Session} from './types.ts';
import {clientFailure} from './words.ts';

export interface SessionProfile {
  readonly name: string;
  readonly production: boolean;
  readonly readOnly: boolean;
  /** How its provider spells identifiers; as the contract does without. */
  readonly identifiers?: Identifiers | undefined;
}

export interface SessionOptions {
  readonly families: readonly Family[];
  /** Brings what speaks to the API; called when somebody first listens, and again after it failed. */
  readonly connect: () => Promise<Connection>;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly profile: SessionProfile;
  /** For a command, which shows neither the account's name nor its notifications. */
  readonly isHeadless?: boolean | undefined;
  /** What was typed and not sent; in memory without. */
  readonly drafts?: Drafts | undefined;
  /** What was known at the end of the last session. */
  readonly snapshots?: Snapshots | undefined;
  /** What was known when the program last ended. */
  readonly remembered?: readonly RememberedList[] | undefined;
  /** Remembers changes to many rows that were interrupted; in memory without. */
  readonly runs?: Runs | undefined;
  /** Hears of every change that was asked for; in memory without. */
  readonly audit?: Audit | undefined;
  /** Hears of every change of state by its name. */
  readonly trace?: Trace | undefined;
}

export type CreateSession = (options: SessionOptions) => Session;

export const createSession: CreateSession = options => {
  const {families, random, trace} = options;
  const clock = endingClock(options.clock);
  const looking = () => isLooking;
  let isLooking = true;
  let isClosed = false;
  let listeners = 0;

  const link = new Link({
    open: options.connect,
    opened(connection) {
      board.connected(connection);
      // Rows of an earlier session were filtered by the names of the contract: only now the provider's are known.
      if (identifiers.hasPrefix) for (const collection of collections.all()) collection.respell();
      connection.observe(heard => {
        board.heard(heard);
        if (outage.heard(heard)) void sync.poll();
        if (heard.operation === closing && heard.status === 200) endAccount();
        for (const {title, details} of meter.heard(heard))
          toasts.say(`the API says: ${[title, details].filter(Boolean).join(': ')}`, 'attention');
      });
    },
  });
  const {connect} = link;
  const outage = new Outage();
  const away = () => outage.reason;
  const book = new EventBook();
  const runningRows = new RunningRows();
  const toasts = new Toasts(clock, trace);
  const drafts = options.drafts ?? memoryDrafts(clock.now);
  const skew = () => link.connection?.skew() ?? 0;
  const {identifiers = contractIdentifiers} = options.profile;
  const operation = (id: string) => link.connection?.operation(id);
  const samples = new Samples({clock, connect, looking: () => isLooking && away() === undefined});
  const look = createLook({
    clock,
    book,
    skew,
    known: (family, params) => collections.known(family, params),
    sampled: (operation, params) => samples.get(operation, params),
    spell: identifiers.spell,
    spelled: (family, row) => identifiers.row(collections.family(family), row, operation),
  });
  const host = {clock, random, look, trace, connect, looking, away};
  const collections: Collections = new Collections(families, {
    ...host,
    busy: (family, id, params) => transfers.busy({family: family.id, id, params}) ?? runningRows.busy(family.id, id),
    isBusy: family => transfers.running.length > 0 || runningRows.any(family.id),
    read: collection => {
      if (collection.family.id === 'account.events') listed(collection.get().rows as readonly EventRow[]);
      notices.listed(collection);
      void followups.follow(collection);
    },
    standIn({family, params}, row) {
      const {family: other, id, params: place} = family.standsFor?.(row, look, params)?.ref ?? {};
      if (other === undefined || id === undefined) return undefined;
      return collections.known(other, place)?.annotation(id) ?? runningRows.annotation(other, id);
    },
    awake,
  });
  const followups = new Followups({clock, look, busy: (family, id) => runningRows.busy(family, id) !== undefined});
  const answers = new Answers({...host, awake});
  const effects = new Effects({
    families,
    followups,
    collections: family => collections.of(family),
    touched: family => notices.touched(family),
    renew: about => answers.renew(about),
  });
  const board = new StatusBoard({clock, trace, looking, every: () => sync.every, awake});
  const meter = new TrafficMeter(clock, trace, awake);
  const facts = new AccountFacts({
    clock,
    board,
    isHeadless: options.isHeadless ?? false,
    connect,
    looking,
    away,
    counted: number => notices.counted(number),
  });
  const notices = new Notices({board, collections, recount: () => facts.recount()});
  const blind = new Blind({clock, looking, collections: () => collections.all()});
  const happening: Happening = new Happening({
    clock,
    trace,
    awake,
    book,
    runningRows,
    collections,
    skew,
    meaning: action => effects.meaning(action),
    tracking: () => changes.tracking,
    moving: () => transfers.running,
  });
  const audit = options.audit ?? memoryAudit({host: '', user: ''});
  const trail = new Trail(audit, {trace, awake});
  const transfers: Transfers = new Transfers({
    clock,
    trace,
    awake,
    say: (text, tone) => toasts.say(text, tone),
    changed({target}) {
      const marked = target && collections.known(target.family, target.params);
      marked?.annotated();
      happening.moved();
    },
  });
  const changes: Changes = new Changes({
    ...host,
    identifiers,
    transfers,
    profile: options.profile,
    collections,
    book,
    drafts,
    skew,
    audit,
    user: () => board.source.get().user,
    account: () => facts.account(),
    connection: () => link.connection,
    grants: () => facts.grants,
    say: (text, tone) => toasts.say(text, tone),
    poll: () => sync.poll(),
    changed: () => {
      happening.tell();
      for (const collection of collections.all()) if (collection.family.standsFor) collection.annotated();
      sync.hurry();
    },
    carried(family, isNew) {
      answers.renewIn(family);
      if (isNew) facts.made();
    },
    touched: family => notices.touched(family),
    closed: () => isClosed,
  });
  const finder = createFinder(() => collections.all(), look);
  const keeper =
    options.snapshots &&
    new SnapshotKeeper({
      clock,
      snapshots: options.snapshots,
      collections: () => collections.all(),
      keep: () =>
        worthKeeping(
          collections.all(),
          look,
          family => link.connection?.operation(collections.family(family).source)?.spec.page,
        ),
    });
  const sync: Sync = new Sync({
    clock,
    random,
    book,
    connect,
    looking,
    limit: () => link.connection?.limits().general,
    asked: lateAfterMs => board.asked(lateAfterMs),
    waiting: () => changes.tracking.list.length > 0,
    heard,
    flooded: since => {
      if (since !== undefined) collections.known('account.events')?.tear(since);
      for (const collection of collections.all()) void collection.invalidate();
    },
    failed: (error, retryAt) => {
      outage.polled(error);
      // A token that was changed at its source is read again with the next attempt.
      const failure = clientFailure(error);
      if (failure?.code === 'unauthorised' && failure.kind === 'token') link.drop();
      // What keeps the events to themselves is no outage.
      if (!blind.isBlind || failure?.code === 'unreachable') board.failed(error, retryAt);
    },
    blind: () => {
      blind.begin();
      recover();
      board.confirmed();
    },
  });

  // A poll tells at once what happened in the time that was lost; what no event tells of may be old by now.
  const leaps = new Leaps(clock, by => {
    board.leapt(by);
    if (by > 0) link.connection?.renew();
    void sync.poll();
    if (by < 0) return;
    for (const collection of collections.all()) collection.renew();
    answers.renewOld();
  });

  /** What this session knew is gone with the account; the poll, which is refused like everybody, tells. */
  function endAccount(): void {
    const reason = new AccountClosed();
    link.end(reason);
    outage.polled(reason);
    book.drop(book.running.map(({id}) => id));
    happening.heard({fresh: [], turned: [], updated: []});
    for (const collection of collections.all()) collection.close(reason);
    board.learned('closed', {notices: undefined});
    void sync.poll();
  }

  /** Work starts when the first somebody listens to anything, and stops when the last one leaves. */
  function awake(): () => void {
    if (++listeners === 1) {
      sync.wake();
      leaps.wake();
      keeper?.wake();
    }
    return () => {
      if (--listeners > 0) return;
      sync.sleep();
      leaps.sleep();
      facts.sleep();
      keeper?.sleep();
      followups.stop();
      blind.sleep();
    };
  }

  /** The API answers: whoever waited for that asks now. Answers whether somebody may have. */
  function recover(): boolean {
    outage.polled();
    if (board.source.get().failure === undefined) return false;
    for (const collection of collections.all()) collection.recover();
    answers.recover();
    samples.wake();
    return true;
  }

  function heard(news: News, first: boolean): void {
    const now = clock.now();
    blind.end();
    const recovered = recover();
    board.confirmed();
    for (const collection of collections.all()) if (collection.family.entity) collection.confirm(now);
    // What was there at the start is history, not news.
    if (!first) effects.apply(news);
    if (news.updated.length > 0 || book.all !== happening.events.get()) happening.heard(news);
    if (first || recovered) facts.wake();
  }

  /** The list of events was read: what it knows before the next poll is news all the same, its older pages are not. */
  function listed(rows: readonly EventRow[]): void {
    const newest = book.newestId;
    const news = book.take(rows);
    if (newest !== undefined) effects.apply({...news, fresh: news.fresh.filter(({id}) => id > newest)});
    happening.heard(news);
  }

  // Shown until it is read.
  for (const {family, params, rows} of options.remembered ?? [])
    if (collections.has(family)) collections.get(family, params).remember(rows);

  return {
    look,
    identifiers,
    whenSpelled(run) {
      if (!identifiers.hasPrefix || link.connection) run();
      else void connect().then(run, run);
    },
    status: board.source,
    pulse: board.pulse,
    counted: meter.source,
    operations: happening.operations,
    events: happening.events,
    toasts: toasts.source,
    drafts,
    trail,
    runs: options.runs ?? memoryRuns(),
    lastFromHere: (family, id, params) => trail.last(family, id, params),
    transfers: transfers.source,
    collection: (family, params) => collections.get(family, params),
    find: (typed, atMost) => finder.find(typed, atMost),
    samples,
    answer: (operation, params, every) => answers.get(operation, params, every),
    history: (type, id) => answers.history(type, id),
    change: (family, action, row, params, options) => changes.start(family, action, row, params, options),
    undo: way => changes.undo(way),
    undoOf: way => changes.undoOf(way),
    unless: (family, action, row, params) => changes.unless(family, action, row, params),
    act: (family, action, row, params) => changes.act(family, action, row, params),
    say: (text, tone, here) => toasts.say(text, tone, here),
    hush: () => toasts.hush(),
    giveWay: () => toasts.giveWay(),
    traffic: () => meter.get(),
    limits: () => link.connection?.limits() ?? {},
    unpermitted: operation => changes.unpermitted(operation),
    async permits() {
      await facts.user();
    },
    refreshAll() {
      for (const collection of collections.all()) if (collection.watched) void collection.refresh();
      answers.refresh();
      void sync.poll();
    },
    focus(on) {
      if (on === isLooking) return;
      isLooking = on;
      leaps.focus(on);
      board.review();
      if (on) samples.wake();
      if (on && listeners > 0) void sync.poll();
      else sync.hurry();
    },
    async close() {
      isClosed = true;
      transfers.close();
      sync.sleep();
      leaps.sleep();
      followups.stop();
      facts.sleep();
      blind.sleep();
      keeper?.sleep();
      await keeper?.save();
      await drafts.flush();
      await audit.flush();
      clock.end();
      await link.close();
    },
  };
};
