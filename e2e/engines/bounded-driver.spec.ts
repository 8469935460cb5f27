import { expect, test } from '@playwright/test';
import { BrowserHangs, boundedDriver } from './drivers/bounded-driver.ts';
import type { Driver } from './drivers/driver.ts';

test('a browser that leaves a command without an answer gets no other one', async () => {
  const sent: string[] = [];
  const silent = (command: string) => () => {
    sent.push(command);
    return new Promise<never>(() => {});
  };
  const none = silent('another');
  const hanging: Driver = {
    leaveFor: silent('leave'),
    run: none,
    find: none,
    screenshot: none,
    forget: none,
    close: none,
  };
  const driver = boundedDriver(hanging, 0);
  await expect(driver.leaveFor('/')).rejects.toThrow(BrowserHangs);
  await expect(driver.screenshot()).rejects.toThrow('"leave"');
  expect(sent).toEqual(['leave']);
});
