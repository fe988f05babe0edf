import {describe, expect, it} from 'vitest';
import {tabBar} from './tab-names.ts';

const titles = ['Overview', 'Configs', 'Disks', 'Backups', 'Events'];

describe('tabs are called', () => {
  it('by number and name where there is room', () => {
    const names = ['1 Overview', '2 Configs', '3 Disks', '4 Backups', '5 Events'];
    expect(tabBar(titles, 0, 80)).toEqual({names, before: 0, after: 0});
  });
  it('by name alone where the numbers are too much', () => {
    expect(tabBar(titles, 0, 44)).toEqual({names: titles, before: 0, after: 0});
  });
  it('as far as they fit, the open one always, and say how many more there are', () => {
    expect(tabBar(titles, 0, 38)).toEqual({names: ['1 Overview', '2 Configs'], before: 0, after: 3});
    expect(tabBar(titles, 1, 38)).toEqual({names: ['1 Overview', '2 Configs'], before: 0, after: 3});
    expect(tabBar(titles, 2, 40)).toEqual({names: ['2 Configs', '3 Disks'], before: 1, after: 2});
    expect(tabBar(titles, 4, 38)).toEqual({names: ['4 Backups', '5 Events'], before: 3, after: 0});
    expect(tabBar(titles, 3, 10)).toEqual({names: ['4 Backups'], before: 3, after: 1});
  });
});
