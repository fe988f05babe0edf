/**
 * `:messages`: the complete last toasts and failures, newest first, because toasts disappear and a narrow screen cuts
 * them off.
 */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {utcTimestamp} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import type {Message} from '../../../store/session/toast.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import type {NotificationPort, OverlayPort, SessionPort, TerminalPort} from '../../context/ports.ts';
import {AT_TOP, followItem, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';

const TITLE = 'Messages';

export interface MessageEntry {
  /** The time of day, UTC. */
  readonly time: string;
  readonly text: string;
  readonly tone: Message['tone'];
}

export interface MessageListState {
  /** The newest first. */
  readonly entries: readonly MessageEntry[];
  readonly scroll: Scroll;
}

const entriesOf = (messages: readonly Message[]): readonly MessageEntry[] =>
  messages.toReversed().map(({at, text, tone}) => ({time: utcTimestamp(at).slice(11, 19), text, tone}));

const isSameEntry = (one: MessageEntry, other: MessageEntry): boolean =>
  one.time === other.time && one.text === other.text;

export class MessageList implements OverlayModel {
  readonly kind = 'messages';
  readonly store: StoreApi<MessageListState>;
  readonly #layers: readonly Layer[];
  readonly #unsubscribe: () => void;
  #height = 1;

  constructor(context: NotificationPort & SessionPort & TerminalPort, close: () => void) {
    const {account} = context.session;
    this.store = createStore<MessageListState>(() => ({
      entries: entriesOf(account.getState().messages),
      scroll: AT_TOP,
    }));
    this.#unsubscribe = account.subscribe(
      state => state.messages,
      messages => {
        const {entries: before, scroll} = this.store.getState();
        const entries = entriesOf(messages);
        this.store.setState({entries, scroll: followItem(scroll, before, entries, isSameEntry)});
      },
    );
    const moving = scrollLayer(
      by => this.#move(by),
      () => this.#height,
    );
    const keys = createLayer('messages', {
      copy: {
        run: () => {
          const {entries, scroll} = this.store.getState();
          const entry = entries[scroll.cursor];
          if (entry) copyText(context, entry.text, 'the message');
        },
        unless: () => (this.store.getState().entries.length === 0 ? 'no messages yet' : undefined),
      },
      close,
    });
    this.#layers = [{...moving, isModal: true}, keys];
  }

  readonly title = (): string => `${TITLE} (UTC)`;
  readonly layers = (): readonly Layer[] => this.#layers;
  readonly onClosed = (): void => this.#unsubscribe();

  get prompt() {
    const lines = () => this.store.getState().entries.map(({time, text}) => `${time} ${text}`);
    return {kind: 'text' as const, title: this.title, lines};
  }

  /** Called by the view with the visible window, and the number of messages in it. */
  setViewport(scroll: Scroll, height: number): void {
    this.#height = height;
    const current = this.store.getState().scroll;
    if (current.cursor !== scroll.cursor || current.top !== scroll.top) this.store.setState({scroll});
  }

  #move(by: number): void {
    const {entries, scroll} = this.store.getState();
    const cursor = Math.max(0, Math.min(scroll.cursor + by, entries.length - 1));
    this.store.setState({scroll: {cursor, top: scroll.top}});
  }
}

export function openMessages(context: OverlayPort & SessionPort & TerminalPort): void {
  const overlay: Overlay = context.overlays.open(new MessageList(context, () => overlay.close()));
}
