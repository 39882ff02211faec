/** Whom a node looks for, and which URLs it may dial, from its configuration. */

import { expect, test } from 'vitest';
import { isRefusal } from '../../../engine/base/refusal.js';
import { loadConfig } from '../../../ops/config/load.js';
import type { Config } from '../../../ops/config/schema.js';
import { openNet, peerOptions } from '../../../ops/peers.js';

function configOf(...words: readonly string[]): Config {
  const loaded = loadConfig(words, {});
  if (isRefusal(loaded)) throw new Error(loaded.message);
  return loaded.config;
}

const optionsOf = (...words: readonly string[]) => peerOptions(configOf(...words));

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

test('the public URL gets the suffix of the API once, and without one the node is not found', () => {
  expect(optionsOf()).toMatchObject({ seeds: [], publicUrl: undefined });
  for (const url of ['https://node.example', 'https://node.example/', 'https://node.example/api'])
    expect(optionsOf('--public-url', url)).toMatchObject({ publicUrl: 'https://node.example/api' });
  expect(optionsOf('--public-url', 'http://node.example:0')).toMatchObject({
    message: '--public-url: the URL of a peer must name a port that can be dialled',
  });
});

test('seeds have one spelling each', () => {
  expect(optionsOf('--peers', 'https://A.example/api,https://a.example:443/api/')).toMatchObject({
    seeds: ['https://a.example/api'],
  });
});

test('what strangers tell leads to the public internet, unless the operator allows more; seeds lead anywhere, and never to itself', () => {
  const mayDial = (...words: readonly string[]): ((url: string) => boolean) => {
    const config = configOf(...words);
    const options = peerOptions(config);
    if (isRefusal(options)) throw new Error(options.message);
    return openNet(config, options, silent).ports.mayDial;
  };
  const strict = mayDial('--peers', 'http://127.0.0.1:7000/api', '--public-url', 'https://me.example');
  expect(strict('http://127.0.0.1:7000/api')).toBe(true);
  expect(strict('http://127.0.0.1:7001/api')).toBe(false);
  expect(strict('https://other.example/api')).toBe(true);
  expect(strict('https://me.example/api')).toBe(false);
  expect(mayDial('--allow-private-peers')('http://127.0.0.1:7001/api')).toBe(true);
});
