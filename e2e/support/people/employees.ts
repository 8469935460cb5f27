/** The people that the sandbox providers offer, by id, with the names that their pages show. */
export const employees = {
  'acme-alice': { company: 'acme', name: { zh: '林爱丽', en: 'Alice Lin' } },
  'acme-carol': { company: 'acme', name: { zh: '高可', en: 'Carol Gao' } },
  'acme-fay': { company: 'acme', name: { zh: '方菲', en: 'Fay Fang' } },
  'acme-gus': { company: 'acme', name: { zh: '顾思', en: 'Gus Gu' } },
  'acme-erin': { company: 'acme', name: { zh: '尹尔', en: 'Erin Yin' } },
  'acme-mia': { company: 'acme', name: { zh: '米娅', en: 'Mia Mi' } },
  'globex-bob': { company: 'globex', name: { zh: '陈博', en: 'Bob Chen' } },
  'initech-hal': { company: 'initech', name: { zh: '何亮', en: 'Hal He' } },
  AliceLin: { company: 'wecom', name: { zh: '林爱丽', en: 'Alice Lin' } },
  CarolGao: { company: 'wecom', name: { zh: '高可', en: 'Carol Gao' } },
  outsider: { company: 'wecom', name: { zh: '外部联系人', en: 'External contact' } },
};

export type Employee = keyof typeof employees;
