import {EventEmitter} from 'node:events';
import {describe, expect, test} from 'vitest';
import {createSurface, type Surface} from '../index.ts';
import {Compositor} from './compositor.ts';

describe('stdout', () => {
  class Pipe extends EventEmitter {
    readonly columns = 20;
    readonly rows = 2;
    written: string[] = [];
    full = false;
    broken = false;

    write(bytes: string, done?: () => void): boolean {
      if (this.broken) throw Object.assign(new Error('write EIO'), {code: 'EIO'});
      if (bytes !== '') this.written.push(bytes);
      done?.();
      return !this.full;
    }
  }

  function attached(pipe: Pipe, onTerminalClosed?: (error: Error) => void): {compositor: Compositor; surface: Surface} {
    const compositor = new Compositor(pipe, {...(onTerminalClosed && {onTerminalClosed})});
    const surface = createSurface();
    compositor.write('\x1b[?1049h');
    compositor.write('\x1b[?2026h');
    compositor.write('\n');
    compositor.write('\x1b[?2026l');
    compositor.attach(surface, () => ({x: 0, y: 0, width: 10, height: 1}));
    pipe.written = [];
    return {compositor, surface};
  }

  test.each([
    [5000, 2000],
    [65_535, 65_535],
  ])('of %i columns and %i rows is limited to 2000 columns and 600 rows', (columns, rows) => {
    const compositor = new Compositor(Object.assign(new EventEmitter(), {columns, rows, write: () => true}));
    expect([compositor.columns, compositor.rows]).toEqual([2000, 600]);
  });

  test('that is full gets only the newest state when it drains', () => {
    const pipe = new Pipe();
    const {surface} = attached(pipe);
    pipe.full = true;
    surface.setRows(['1']);
    surface.setRows(['2']);
    surface.setRows(['3']);
    expect(pipe.written).toHaveLength(1);
    pipe.full = false;
    pipe.emit('drain');
    expect(pipe.written).toHaveLength(2);
    expect(pipe.written[1]).toContain('3');
    expect(pipe.written[1]).not.toContain('2\x1b[?2026l');
  });

  test('is painted again after a screen failed to paint itself for a new size', () => {
    const pipe = new Pipe();
    const {compositor, surface} = attached(pipe);
    let width = 5;
    const failing = createSurface(() => {
      if (width > 5) throw new Error('the screen failed');
      return ['ok'];
    });
    compositor.attach(failing, () => ({x: 10, y: 0, width, height: 1}));
    width = 6;
    expect(() => compositor.updateLayout()).toThrow('the screen failed');
    pipe.written = [];
    surface.setRows(['next']);
    expect(pipe.written.join('')).toContain('next');
  });

  test('that breaks is reported once and isn’t written to again', async () => {
    const pipe = new Pipe();
    const errors: string[] = [];
    const {compositor, surface} = attached(pipe, error => errors.push(error.message));
    pipe.emit('error', new Error('write EPIPE'));
    pipe.emit('error', new Error('write EPIPE'));
    surface.setRows(['1']);
    expect(pipe.written).toEqual([]);
    expect(errors).toEqual(['write EPIPE']);
    expect(compositor.writable).toBe(false);
    // Ink waits for the callback of a write.
    await new Promise<void>(resolve => compositor.write('', resolve));
  });

  test('that throws is reported as broken', () => {
    const pipe = new Pipe();
    const errors: string[] = [];
    const {surface} = attached(pipe, error => errors.push(error.message));
    pipe.broken = true;
    surface.setRows(['1']);
    surface.setRows(['2']);
    expect(errors).toEqual(['write EIO']);
  });

  test('gets every mode restored, once', () => {
    const pipe = new Pipe();
    const {compositor, surface} = attached(pipe);
    compositor.write('\x1b[?25l');
    compositor.control('\x1b[?2004h\x1b[?1004h');
    pipe.written = [];
    compositor.restore();
    compositor.restore();
    surface.setRows(['late']);
    compositor.write('\x1b[?1049l');
    compositor.control('\x1b]2;late\x07');
    expect(pipe.written).toEqual(['\x1b[?2004l\x1b[?1004l\x1b[m\x1b[?1049l\x1b[?25h']);
    expect(pipe.listenerCount('resize')).toBe(0);
  });
});
