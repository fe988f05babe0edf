/** Kernels and public Images. */
import type {Image} from '../../../contract/resources/images.ts';
import type {Kernel} from '../../../contract/resources/kernels.ts';
import {hashText} from '../../engine/time/random.ts';

const series: readonly (readonly [major: string, last: number, year: number])[] = [
  ['2.6', 39, 2011],
  ['3.0', 18, 2012],
  ['3.9', 3, 2013],
  ['3.12', 9, 2014],
  ['3.14', 17, 2014],
  ['3.18', 8, 2015],
  ['4.0', 9, 2015],
  ['4.1', 11, 2015],
  ['4.4', 10, 2016],
  ['4.9', 68, 2017],
  ['4.14', 120, 2018],
  ['4.19', 8, 2019],
  ['5.4', 10, 2020],
  ['5.10', 13, 2021],
  ['5.13', 4, 2021],
  ['5.14', 17, 2021],
  ['5.15', 10, 2022],
  ['5.16', 13, 2022],
  ['5.17', 5, 2022],
  ['5.18', 2, 2022],
  ['6.1', 12, 2023],
  ['6.2', 9, 2023],
];

/** More than two hundred kernels, so that the list has several pages. */
export function kernelCatalogue(word: string): Kernel[] {
  const latest = (['x86_64', 'i386'] as const).map(architecture =>
    kernel(word, {name: 'latest', version: '6.2.9', architecture, year: 2023}),
  );
  const special: Kernel[] = [
    {
      ...kernel(word, {name: 'grub2', version: '2.06', architecture: 'x86_64', year: 2021}),
      id: 'compute/grub2',
      label: 'GRUB 2',
      pvops: false,
    },
    {
      ...kernel(word, {name: 'grub-legacy', version: '2.0.0', architecture: 'x86_64', year: 2014}),
      id: 'compute/grub-legacy',
      label: 'GRUB (Legacy)',
      pvops: false,
    },
    {
      ...kernel(word, {name: 'direct-disk', version: '', architecture: 'x86_64', year: 2014}),
      id: 'compute/direct-disk',
      label: 'Direct Disk',
      version: '',
      pvops: false,
    },
  ];
  const kernelSeries = series.flatMap(([major, last, year]) =>
    Array.from({length: Math.min(6, last)}, (_, offset) => `${major}.${last - offset}`).flatMap(version =>
      (['x86_64', 'i386'] as const).map(architecture => kernel(word, {name: version, version, architecture, year})),
    ),
  );
  return [...latest, ...special, ...kernelSeries.reverse()];
}

interface KernelBuild {
  readonly name: string;
  readonly version: string;
  readonly architecture: 'x86_64' | 'i386';
  readonly year: number;
}

/** A kernel build; its label and its ID have the provider's word and a number. */
function kernel(word: string, {name, version, architecture, year}: KernelBuild): Kernel {
  const bits = architecture === 'x86_64' ? '64bit' : '32bit';
  const build = 50 + (hashText(`${version} ${bits}`) % 150);
  const month = String(1 + (build % 12)).padStart(2, '0');
  const shown = architecture === 'x86_64' ? `${version}-x86_64-${word}${build}` : `${version}-${word}${build}`;
  return {
    id: name === 'latest' ? `compute/latest-${bits}` : `compute/${shown}`,
    label: name === 'latest' ? `Latest ${bits.replace('bit', ' bit')} (${shown})` : shown,
    version,
    kvm: year >= 2013,
    xen: year < 2019,
    architecture,
    pvops: true,
    deprecated: year < 2015,
    built: `${year}-${month}-14T18:12:06`,
  };
}

type Release = readonly [
  id: string,
  label: string,
  vendor: string,
  size: number,
  year: number,
  eol: string,
  gone?: true,
];

const releases: readonly Release[] = [
  ['almalinux9', 'AlmaLinux 9', 'AlmaLinux', 2200, 2022, '2032-05-31T00:00:00'],
  ['alpine3.15', 'Alpine 3.15', 'Alpine', 300, 2021, '2023-11-01T00:00:00', true],
  ['alpine3.19', 'Alpine 3.19', 'Alpine', 300, 2023, '2027-11-01T00:00:00'],
  ['arch', 'Arch Linux', 'Arch', 2600, 2016, '2035-01-01T00:00:00'],
  ['centos7', 'CentOS 7', 'CentOS', 1500, 2014, '2024-06-30T00:00:00', true],
  ['debian9', 'Debian 9', 'Debian', 1100, 2017, '2022-06-30T00:00:00', true],
  ['debian10', 'Debian 10', 'Debian', 1500, 2019, '2024-07-01T00:00:00', true],
  ['debian11', 'Debian 11', 'Debian', 1300, 2021, '2026-07-01T00:00:00'],
  ['debian12', 'Debian 12', 'Debian', 1300, 2023, '2028-06-10T00:00:00'],
  ['fedora40', 'Fedora 40', 'Fedora', 2300, 2024, '2026-05-13T00:00:00'],
  ['ubuntu16.04lts', 'Ubuntu 16.04 LTS', 'Ubuntu', 2700, 2016, '2021-04-01T00:00:00', true],
  ['ubuntu18.04', 'Ubuntu 18.04 LTS', 'Ubuntu', 2700, 2018, '2023-04-01T00:00:00', true],
  ['ubuntu20.04', 'Ubuntu 20.04 LTS', 'Ubuntu', 2500, 2020, '2025-04-01T00:00:00'],
  ['ubuntu22.04', 'Ubuntu 22.04 LTS', 'Ubuntu', 2500, 2022, '2027-04-01T00:00:00'],
  ['ubuntu24.04', 'Ubuntu 24.04 LTS', 'Ubuntu', 2700, 2024, '2029-04-25T00:00:00'],
];

export const publicImages: readonly Image[] = releases.map(
  ([id, label, vendor, size, year, eol, isDeprecated = false]) => ({
    id: `compute/${id}`,
    label,
    created: `${year}-04-26T14:05:16`,
    updated: `${year}-08-02T09:30:00`,
    created_by: 'compute',
    deprecated: isDeprecated,
    description: null,
    is_public: true,
    size,
    type: 'manual',
    expiry: null,
    eol,
    vendor,
    status: 'available',
  }),
);
