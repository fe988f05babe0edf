import {describe, expect, it} from 'vitest';
import {tabBar} from './tab-names.ts';

const titles = ['Overview', 'Configs', 'Disks', 'Backups', 'Events'];

describe('tabs show', () => {
  it('numbers and names if there is room', () => {
    const names = ['1 Overview', '2 Configs', '3 Disks', '4 Backups', '5 Events'];
    expect(tabBar(titles, 0, 80)).toEqual({names, before: 0, after: 0});
  });
  it('only names if the numbers don’t fit', () => {
    expect(tabBar(titles, 0, 44)).toEqual({names: titles, before: 0, after: 0});
  });
  it('as many names as fit, always the open one, and the number of hidden tabs', () => {
    expect(tabBar(titles, 0, 38)).toEqual({names: ['1 Overview', '2 Configs'], before: 0, after: 3});
    expect(tabBar(titles, 1, 38)).toEqual({names: ['1 Overview', '2 Configs'], before: 0, after: 3});
    expect(tabBar(titles, 2, 40)).toEqual({names: ['2 Configs', '3 Disks'], before: 1, after: 2});
    expect(tabBar(titles, 4, 38)).toEqual({names: ['4 Backups', '5 Events'], before: 3, after: 0});
    expect(tabBar(titles, 3, 10)).toEqual({names: ['4 Backups'], before: 3, after: 1});
  });
});
