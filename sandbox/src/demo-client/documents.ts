import type { LocalizedText } from '../pages/language.ts';
import { type Person, people } from '../people.ts';

/** A document that waits for a signature. */
export interface ContractDocument {
  id: string;
  title: LocalizedText;
  sender: LocalizedText;
  text: readonly LocalizedText[];
  /** How long it can still be signed; counted from today, so that no demonstration finds it expired. */
  daysLeft: number;
  /** The only person who may sign it. Missing where anyone may. */
  signer?: Person;
}

export const documents: readonly ContractDocument[] = [
  {
    id: 'lease',
    title: { zh: '租赁合同 2026', en: 'Lease agreement 2026' },
    sender: { zh: 'ACME', en: 'ACME' },
    text: [
      {
        zh: '出租人将滨江路 18 号 6 层的办公室出租给承租人使用，租期自 2026 年 12 月 1 日起，共十二个月。',
        en: 'The landlord lets the office on the 6th floor of 18 Binjiang Road to the tenant for twelve months from December 1, 2026.',
      },
      {
        zh: '租金每月人民币 12,000 元，于每月 5 日前支付。押金为一个月租金，租期结束后十日内退还。',
        en: 'The rent is CNY 12,000 a month, due by the 5th. The deposit is one month’s rent and is returned within ten days of the end of the lease.',
      },
      {
        zh: '任何一方可以提前三十日书面通知对方，解除本合同。',
        en: 'Either party may end this agreement with thirty days’ notice in writing.',
      },
    ],
    daysLeft: 14,
  },
  {
    id: 'nda',
    title: { zh: '保密协议', en: 'Non-disclosure agreement' },
    sender: { zh: '环宇科技', en: 'Globex' },
    text: [
      {
        zh: '双方在合作期间取得的对方资料，仅用于评估合作，不得向第三方披露。',
        en: 'What the parties learn about each other may be used only to assess their cooperation and may not be disclosed to others.',
      },
      {
        zh: '保密义务自签署之日起，持续三年。',
        en: 'This obligation lasts for three years from the day of signing.',
      },
    ],
    daysLeft: 7,
  },
  {
    id: 'supply',
    title: { zh: '采购框架合同', en: 'Supply framework agreement' },
    sender: { zh: '环宇科技', en: 'Globex' },
    text: [
      {
        zh: '供方按采购单交付货物，需方在验收后三十日内付款。',
        en: 'The supplier delivers as ordered. The buyer pays within thirty days of acceptance.',
      },
      {
        zh: '本合同须由需方授权代表本人签署。',
        en: 'This agreement is signed by the buyer’s authorized representative in person.',
      },
    ],
    daysLeft: 30,
    signer: personOf('bob'),
  },
];

function personOf(id: string): Person {
  const person = people.find((one) => one.id === id);
  if (!person) throw new Error(`There is no person ${id}`);
  return person;
}
