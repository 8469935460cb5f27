// Declares `?raw` imports in every program that includes this file.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./raw-text.d.ts" />
import brand from '../brand/brand.css?raw';
import chatDesk from '../chat/chat-desk.css?raw';
import demoClient from '../demo-client/demo-client.css?raw';
import funnel from '../funnel/funnel.css?raw';
import outbox from '../panel/outbox.css?raw';
import panel from '../panel/panel.css?raw';
import people from '../panel/people.css?raw';
import tools from '../panel/tools.css?raw';
import widths from '../panel/widths.css?raw';
import phone from '../phone/phone.css?raw';
import base from './base.css?raw';
import parts from './parts.css?raw';
import sheet from './sheet.css?raw';
import tokens from '../../../web/src/ui/tokens.css?raw';

/** The one style sheet of all pages. The rules for narrow windows come last, because they override the others. */
export const stylesheet = [
  tokens,
  base,
  parts,
  sheet,
  panel,
  people,
  outbox,
  tools,
  brand,
  phone,
  funnel,
  chatDesk,
  demoClient,
  widths,
].join('\n');
