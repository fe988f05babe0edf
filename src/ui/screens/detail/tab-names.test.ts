import {describe, expect, it} from 'vitest';
import {tabNames} from './tab-names.ts';

const titles = ['Overview', 'Configs', 'Disks', 'Backups', 'Events'];

describe('tabs are called', () => {
  it('by number and name where there is room', () => {
    expect(tabNames(titles, 0, 80)).toEqual(['1 Overview', '2 Configs', '3 Disks', '4 Backups', '5 Events']);
  });
  it('by name alone where the numbers are too much', () => {
    expect(tabNames(titles, 0, 44)).toEqual(titles);
  });
  it('by name from the left as far as they fit, the open one always', () => {
    expect(tabNames(titles, 4, 37)).toEqual(['1 Overview', '2', '3 Disks', '4', '5 Events']);
    expect(tabNames(titles, 3, 20)).toEqual(['1', '2', '3', '4 Backups', '5']);
  });
});
