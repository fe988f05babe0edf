/** The pictures of docs/pictures: keys to press on the demo account, and the text on screen that each step waits for. */

export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** True if each step becomes a frame; otherwise only the last screen is drawn. */
  readonly isMoving?: true;
  readonly steps: readonly Step[];
}

interface Step {
  readonly keys?: string;
  readonly until: RegExp;
  /** Shown below the screen while the frame lasts. */
  readonly caption?: string;
  readonly holdMs?: number;
}

export const scenes: readonly Scene[] = [
  {
    name: 'console',
    title: 'Instances, with the details of the selected one beside the list',
    columns: 160,
    rows: 38,
    steps: [
      {keys: 'G', until: /▌ +web-12/},
      {keys: 'kkkkkkkkkk', until: /▌ +web-02/},
    ],
  },
  {
    name: 'stats',
    title: 'Statistics of an instance',
    columns: 120,
    rows: 34,
    steps: [
      {keys: '/db-01\r', until: /1 of 42/},
      {keys: '\r', until: /INSTANCE/},
      {keys: '7', until: /CPU +now/},
    ],
  },
  {
    name: 'wallboard',
    title: 'The wallboard: problems, a map of the instances, operations and events',
    columns: 120,
    rows: 34,
    steps: [{keys: ':monitor\r', until: /11 problems|PROBLEMS|Problems/}],
  },
  {
    name: 'reboot',
    title: 'Reboot an instance: preview, confirmation, progress in the row',
    columns: 110,
    rows: 28,
    isMoving: true,
    steps: [
      {keys: '/cache-0\r', until: /3 of 42/, caption: '/ cache-0 enter: filter'},
      {keys: 'a', until: /Reboot/, caption: 'a: actions'},
      {keys: '\x1b', until: /^(?!.*Shut down)/s, caption: 'esc', holdMs: 400},
      {keys: 'O', until: /Running processes stop/, caption: 'O: reboot, with a preview', holdMs: 2200},
      {keys: 'y', until: /rebooting +\d+%|◐ rebooting/, caption: 'y: yes, reboot'},
      {until: /rebooting +(?:1[5-9]|[2-9]\d)%/, holdMs: 900},
      {until: /rebooting +(?:[4-9]\d)%/, holdMs: 900},
      {until: /rebooting +(?:[7-9]\d)%/, holdMs: 900},
      {until: /^(?!.*rebooting)/s, holdMs: 1200},
    ],
  },
  {
    name: 'attach',
    title: 'Attach a volume: only instances in its region can be selected',
    columns: 110,
    rows: 30,
    isMoving: true,
    steps: [
      {keys: ':volumes\r', until: /Volumes +18/, caption: ':volumes'},
      {keys: '/crm\r', until: /1 of 18/, caption: '/ crm enter: filter'},
      {keys: 'A', until: /Attach to/, caption: 'A: attach'},
      {keys: '\r', until: /us-east · g6/, caption: 'enter: select an instance'},
      {keys: 'db', until: /in eu-west/, caption: 'db: in another region, so not selectable', holdMs: 2200},
      {keys: '\x7f\x7fweb-12', until: /web-12 +us-east/, caption: 'web-12'},
      {keys: '\r', until: /web-12 ▾/, caption: 'enter'},
      {keys: '\x0f', until: /POST \/v4\/volumes/, caption: 'ctrl-o: preview', holdMs: 2500},
      {keys: 'y', until: /attaching|web-12/, caption: 'y: yes, attach', holdMs: 1500},
    ],
  },
  {
    name: 'zone',
    title: 'Edit a DNS zone as text, then review the difference',
    columns: 110,
    rows: 28,
    isMoving: true,
    steps: [
      {keys: ':domains\r', until: /Domains +\d+/, caption: ':domains'},
      {keys: 'Z', until: /A docs/, caption: 'Z: the zone as text in your editor, then the difference', holdMs: 3000},
    ],
  },
  {
    name: 'batch',
    title: 'Change several instances at once',
    columns: 110,
    rows: 28,
    isMoving: true,
    steps: [
      {keys: '/ci-runner\r', until: /3 of 42/, caption: '/ ci-runner enter: filter'},
      {keys: '*', until: /3 selected/, caption: '*: select all'},
      {keys: 'O', until: /Reboot 3 instances\?/, caption: 'O: reboot all, with one preview', holdMs: 2500},
      {keys: 'y', until: /rebooting/, caption: 'y: yes', holdMs: 1500},
    ],
  },
  {
    name: 'ticket',
    title: 'Answer a support ticket',
    columns: 110,
    rows: 28,
    isMoving: true,
    steps: [
      {keys: ':tickets\r', until: /Tickets +\d+/, caption: ':tickets'},
      {keys: '\r', until: /waiting for you[\s\S]*support/i, caption: 'enter: open', holdMs: 2000},
      {keys: 'r', until: /─ Reply: /, caption: 'r: reply'},
      {
        keys: 'Fixed: the mail server was out of disk space. Thanks!',
        until: /out of disk space/,
        caption: 'type the answer',
      },
      {keys: '\t\r', until: /POST .*replies/, caption: 'tab enter: preview', holdMs: 2000},
    ],
  },
];
