import { expect, test } from 'vitest';
import { obstacleToInstalling, skippedWithout } from './system-packages.mjs';

test('packages are installed by root alone, and only where there is apt-get', () => {
  expect(obstacleToInstalling(0, '/usr/bin/apt-get')).toBeUndefined();
  expect(obstacleToInstalling(1000, '/usr/bin/apt-get')).toBe('only root may do that');
  expect(obstacleToInstalling(0, '')).toBe('there is no apt-get');
});

test('a step says which program its skipped tests need', () => {
  const found = { promtool: undefined, systemd: '/usr/bin/systemd-analyze' };
  expect(skippedWithout(['promtool', 'systemd'], found)).toEqual([
    'Tests are skipped. promtool is missing: install promtool (Prometheus).',
  ]);
});
