import {Text, useInput} from 'ink';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {openScreen, type ScreenOptions} from '../../../../test/support/screen.ts';
import {createSurface, type TerminalContextValue} from '../index.ts';
import {Canvas, type TerminalSession, useKeys, useTerminal} from './index.ts';

const surface = createSurface(() => ['on a surface']);

/** An app whose terminal the test can use. */
async function open(options: ScreenOptions = {}) {
  const screen = openScreen({columns: 30, rows: 4, ...options});
  let terminal: TerminalContextValue | undefined;
  const keys: string[] = [];
  const last = createSurface();
  function App() {
    terminal = useTerminal();
    useKeys(({key}) => {
      keys.push(key);
      last.setRows([key]);
    });
    return (
      <>
        <Text>in Ink</Text>
        <Canvas surface={surface} width={20} height={1} />
        <Canvas surface={last} width={20} height={1} />
      </>
    );
  }
  const session: TerminalSession = await screen.render(<App />);
  onTestFinished(() => screen.close());
  if (terminal === undefined) throw new Error('not rendered');
  return {screen, session, terminal, keys};
}

const BOTH = 'in Ink\non a surface';

describe('suspended', () => {
  test('restores the terminal for the child, and the screen afterwards', async () => {
    const {screen, terminal, keys} = await open();
    expect(screen.stdin.isRaw).toBe(true);
    const answer = await terminal.runSuspended(async () => {
      await screen.settle();
      expect(screen.terminal.buffer.active.type).toBe('normal');
      expect(screen.terminal.modes.bracketedPasteMode).toBe(false);
      expect(screen.cursor()).toBeDefined();
      expect(screen.stdin.isRaw).toBe(false);
      expect(screen.stdin.listenerCount('data')).toBe(0);
      surface.repaint();
      screen.stdout.write('the child was here');
      return 42;
    });
    expect(answer).toBe(42);
    await screen.settle();
    expect(screen.terminal.buffer.active.type).toBe('alternate');
    expect(screen.terminal.modes.bracketedPasteMode).toBe(true);
    expect(screen.cursor()).toBeUndefined();
    expect(screen.stdin.isRaw).toBe(true);
    expect(screen.text().trimEnd()).toBe(BOTH);
    await screen.press('j');
    expect(keys).toEqual(['j']);
  });

  test('paints nothing while a child has the screen, and paints the changes afterwards', async () => {
    const {screen, terminal} = await open();
    const changing = createSurface();
    await terminal.runSuspended(() => {
      screen.takeBytes();
      surface.setRows(['changed meanwhile']);
      changing.setRows(['never on screen']);
      expect(screen.takeBytes()).toBe('');
    });
    await screen.settle();
    expect(screen.text().trimEnd()).toBe('in Ink\nchanged meanwhile');
    surface.repaint();
  });

  test('restores the screen when the child fails, and passes on its error', async () => {
    const {screen, terminal} = await open();
    await expect(
      terminal.runSuspended(() => {
        throw new Error('no editor');
      }),
    ).rejects.toThrow('no editor');
    await screen.settle();
    expect(screen.text().trimEnd()).toBe(BOTH);
    expect(screen.stdin.isRaw).toBe(true);
  });
});

describe('stop', () => {
  test('stops the job once with the main screen restored, and repaints the screen afterwards', async () => {
    const {screen, terminal} = await open();
    const types: string[] = [];
    screen.host.on('SIGTSTP', () => types.push(screen.terminal.buffer.active.type));
    terminal.stop();
    await screen.settle();
    expect(screen.host.kills).toEqual([
      {pid: 0, signal: 'SIGTSTP'},
      {pid: screen.host.pid, signal: 'SIGTSTP'},
    ]);
    // The signal to the process itself is the last one.
    expect(types.at(-1)).toBe('normal');
    expect(screen.text().trimEnd()).toBe(BOTH);
    expect(screen.host.listenerCount('SIGTSTP')).toBe(2);
  });
});

test('restores the screen at SIGCONT after a stop that the program didn’t notice', async () => {
  const {screen, keys} = await open();
  // A shell has switched to the main screen, changed the modes and written its prompt.
  screen.stdout.write('\x1b[?1049l\x1b[?2004l\x1b[?25hshell$ ');
  await screen.settle();
  screen.host.emit('SIGCONT');
  await screen.settle();
  expect(screen.terminal.buffer.active.type).toBe('alternate');
  expect(screen.terminal.modes.bracketedPasteMode).toBe(true);
  expect(screen.cursor()).toBeUndefined();
  expect(screen.text().trimEnd()).toBe(BOTH);
  await screen.press('j');
  expect(keys).toEqual(['j']);
});

describe('the end', () => {
  test('restores all terminal modes and removes all listeners', async () => {
    const {screen, session} = await open({onFocus: () => undefined, hasMouse: true});
    expect(screen.terminal.modes.sendFocusMode).toBe(true);
    expect(screen.terminal.modes.mouseTrackingMode).not.toBe('none');
    session.unmount();
    await session.exited;
    await screen.settle();
    expect(screen.terminal.buffer.active.type).toBe('normal');
    expect(screen.terminal.modes).toMatchObject({
      bracketedPasteMode: false,
      sendFocusMode: false,
      mouseTrackingMode: 'none',
    });
    expect(screen.cursor()).toBeDefined();
    expect(screen.stdin.isRaw).toBe(false);
    expect(screen.host.eventNames()).toEqual([]);
    expect(screen.stdout.listenerCount('resize')).toBe(0);
    expect(screen.stdin.listenerCount('data')).toBe(0);
  });

  test.each(['exit', 'uncaughtExceptionMonitor'])('restores the terminal at %s', async event => {
    const {screen} = await open();
    screen.host.emit(event);
    expect(screen.takeBytes()).toMatch(/\x1b\[\?2004l.*\x1b\[\?1049l\x1b\[\?25h$/s);
    expect(screen.stdin.isRaw).toBe(false);
  });

  test('rejects the exited promise when rendering crashes', async () => {
    const screen = openScreen();
    function Broken(): never {
      throw new Error('broken');
    }
    const session = await screen.render(<Broken />);
    await expect(session.exited).rejects.toThrow('broken');
    await screen.settle();
    expect(screen.terminal.buffer.active.type).toBe('normal');
  });

  test('follows an error of stdin', async () => {
    const errors: string[] = [];
    const {screen, session} = await open({onTerminalClosed: error => errors.push(error.message)});
    screen.stdin.emit('error', new Error('read EIO'));
    screen.stdout.emit('error', new Error('write EIO'));
    await session.exited;
    expect(errors).toEqual(['read EIO']);
  });

  test('follows an error of stdout', async () => {
    const errors: string[] = [];
    const {screen, session} = await open({onTerminalClosed: error => errors.push(error.message)});
    screen.stdout.emit('error', Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}));
    await session.exited;
    expect(errors).toEqual(['write EPIPE']);
    expect(screen.stdin.isRaw).toBe(false);
  });
});

test('the window title is set without control characters, and restored at the end', async () => {
  const {screen, session, terminal} = await open();
  screen.takeBytes();
  terminal.setTitle('skydeck');
  terminal.setTitle('web\x07-01');
  expect(screen.takeBytes()).toBe('\x1b[22;2t\x1b]2;skydeck\x07\x1b]2;web-01\x07');
  session.unmount();
  await session.exited;
  expect(screen.takeBytes()).toContain('\x1b[23;2t');
});

test('copies a text, rings the bell, and refuses a text that is too large', async () => {
  const {screen, terminal} = await open({env: {TERM: 'xterm', LANG: 'C.UTF-8'}});
  screen.takeBytes();
  expect(await terminal.copy('web-01')).toEqual({result: 'sent', through: undefined});
  terminal.bell();
  expect(screen.takeBytes()).toBe('\x1b]52;c;d2ViLTAx\x07\x07');
  expect(await terminal.copy('x'.repeat(100_000))).toMatchObject({result: 'too-large'});
  expect(screen.takeBytes()).toBe('');
});

describe('inside tmux', () => {
  const env = {TERM: 'tmux-256color', LANG: 'C.UTF-8', TMUX: '/run/tmux,1,0'};

  test('bug: a copy was reported as copied and never arrived', async () => {
    const loaded: string[] = [];
    const loadTmuxBuffer = async (text: string) => {
      loaded.push(text);
      return 'clipboard' as const;
    };
    const {screen, terminal} = await open({env, loadTmuxBuffer});
    screen.takeBytes();
    expect(await terminal.copy('web-01')).toEqual({result: 'copied', isRelayed: true});
    expect([loaded, screen.takeBytes()]).toEqual([['web-01'], '']);
  });

  test.each([
    ['an old tmux, which does not pass the text on', 'buffer', {result: 'copied', isRelayed: false}],
    ['a tmux that does not answer', undefined, {result: 'sent', through: 'tmux'}],
  ] as const)('%s: the text also goes to the terminal', async (_, answer, outcome) => {
    const {screen, terminal} = await open({env, loadTmuxBuffer: async () => answer});
    screen.takeBytes();
    expect(await terminal.copy('web-01')).toEqual(outcome);
    expect(screen.takeBytes()).toContain('\x1b]52;c;d2ViLTAx\x07');
  });

  test('without a local tmux server, as over ssh, the sequence is wrapped for tmux', async () => {
    const loadTmuxBuffer = async () => expect.unreachable();
    const {screen, terminal} = await open({env: {TERM: 'tmux-256color', LANG: 'C.UTF-8'}, loadTmuxBuffer});
    screen.takeBytes();
    expect(await terminal.copy('x')).toEqual({result: 'sent', through: 'tmux'});
    expect(screen.takeBytes()).toContain('\x1bPtmux;');
  });
});

test('Ink’s own input hooks receive keys while they are mounted', async () => {
  const screen = openScreen();
  onTestFinished(() => screen.close());
  const inkInput: string[] = [];
  const ownInput: string[] = [];
  function Field() {
    useInput(input => {
      inkInput.push(input);
    });
    return null;
  }
  function App({field}: {field: boolean}) {
    useKeys(({key}) => ownInput.push(key));
    return field ? <Field /> : <Text>none</Text>;
  }
  const session = await screen.render(<App field={false} />);
  await screen.press('a');
  session.rerender(<App field />);
  await screen.settle();
  await screen.press('b', 'c');
  session.rerender(<App field={false} />);
  await screen.settle();
  await screen.press('d');
  expect(inkInput).toEqual(['b', 'c']);
  expect(ownInput).toEqual(['a', 'b', 'c', 'd']);
  expect(screen.stdin.isRaw).toBe(true);
});

test('a lone Esc reaches the key handlers', async () => {
  const {screen, keys} = await open();
  await screen.send('\x1b');
  await screen.expectText('esc');
  expect(keys).toEqual(['esc']);
});

test('a paste is one key event, and reports of the terminal are none', async () => {
  const {screen, keys} = await open();
  await screen.paste('delete\rall');
  await screen.send('\x1b[?62;4c\x1b]11;rgb:0/0/0\x07');
  expect(keys).toEqual(['paste']);
});

test('environment variables of Ink change nothing', async () => {
  vi.stubEnv('INK_SCREEN_READER', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const {screen} = await open();
  expect(screen.terminal.buffer.active.type).toBe('alternate');
  expect(screen.text().trimEnd()).toBe(BOTH);
});
