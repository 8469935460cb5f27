import { agreementDay, agreementVersion } from '../../agreement-version.ts';
import type { Agreement } from '../agreement-texts.ts';

export const privacyPolicy: Agreement = {
  title: 'Privacy Policy',
  version: agreementVersion,
  effective: agreementDay,
  sections: [
    {
      heading: '1. Who we are and what this covers',
      paragraphs: [
        '{company} (“we”) provides {brand} and decides how and why your personal information is handled there. This policy covers registering, signing in and looking after your account. You can reach the people responsible for personal information at {support}.',
        'In short: we collect what is needed to know that it is you, we keep it no longer than needed, we sell nothing, and nothing on the sign-in page watches you for advertising.',
      ],
    },
    {
      heading: '2. What we collect, and what for',
      paragraphs: [
        'Your mobile number or email address: to create your account, to recognize it when you sign in, to send you codes and to warn you of important changes. Without one of them there can be no account.',
        'Your password, if you set one: your browser turns it into a hash before sending it, and we store only a salted argon2id hash of that. We never store the password itself. If your account came from another system, your password is sent once, encrypted in transit. You may do without one and sign in by code.',
        'Your name and ID number: only if you verify your identity, if a company that invited you gave them to us, or if you use them to find a forgotten account. They serve to make sure that a signature is yours.',
        'Linked identities: if you sign in through WeChat, Alipay, DingTalk, WeCom or your company’s single sign-on, the identifier by which that platform knows you, and when you linked it. We do not keep its access tokens after sign-in.',
        'Sign-ins and devices: for each session the way you signed in, when it began and was last used, the kind of browser and system, and the network part of your IP address. You see this list in your account, so that you can spot a sign-in that is not yours.',
        'A browser fingerprint: one hash made in your browser from its name and version, languages, time zone, screen, number of processor cores and the result of a small drawing. It is a hint for spotting attacks on accounts, never proof of who you are, and it is not used to follow you to other sites. If your browser hides these attributes, signing in works all the same.',
        'Your consents: which version of the Service Agreement and this policy you agreed to, when, and in which language.',
      ],
    },
    {
      heading: '3. Sensitive personal information',
      paragraphs: [
        'An ID number is sensitive: misused, it can do you harm. We ask for it only where the law or the purpose requires it, ask for your separate consent at that point, and show it only masked until you have fully signed in.',
        'You may refuse. You can then still sign in wherever no identity is needed, but you cannot sign documents that require a verified name.',
      ],
    },
    {
      heading: '4. Cookies and your browser’s memory',
      paragraphs: [
        'The cookies that we set are all our own. The session cookie keeps you signed in; scripts cannot read it, and it ends when you sign out, after 12 hours without use, or after 7 days; on a computer that you call shared, after 30 minutes without use, or after 8 hours. The language cookie remembers Chinese or English for 7 days and tells us whether cookies work. The tab cookie remembers whether you last used a password or a code. The browser cookie, a random name for this browser that scripts cannot read, ties the codes and steps of a sign-in to the browser that asked for them and lets us tell you about a sign-in from a new one. By it the sign-in page also offers the accounts last used in this browser, masked, for 90 days; you can remove them there. The trust cookie exists only if you chose to trust this browser after two-step verification, and ends after 30 days. The shared-computer cookie exists only if you say so, until you have signed in. Short-lived cookies mark a registration that has just finished and tie a request from an application to this browser.',
        'The browser’s local storage holds five more things: the last sign-in tab, the last kind of QR code, when this browser last signed in, the theme you chose and, if you moved it, where the support button stands. None says who you are. So that a reload loses nothing, the step you are at is kept there too, and the account you typed in this tab alone; both for 15 minutes at most, and only until you are signed in.',
        'There are no advertising or third-party cookies on the sign-in page. You can delete or block cookies in your browser; without them most ways of signing in do not work, and a page explains what to do.',
      ],
    },
    {
      heading: '5. On what grounds',
      paragraphs: [
        'We handle this information because you have agreed to it, because it is necessary to provide the service you asked for, or because the law obliges us, as with network security and real names. For any new purpose we ask again.',
        'Waits and short locks after wrong attempts are decided automatically, to protect your account. They end by themselves. If you think that one is wrong, write to {support} and a person will look at it.',
        'To improve the page we count events, such as how often a tab is used, as daily totals that hold no account, number or code. If your browser asks not to be tracked, it is not counted.',
      ],
    },
    {
      heading: '6. Who else receives it',
      paragraphs: [
        'Those who work for us: providers of text messages, email, hosting and identity verification receive only what their task needs, such as your number and the text to send, may use it for nothing else, and are bound by contract.',
        'Those you choose: a platform or company through which you sign in learns that you do. The support chat learns who you are only when you are signed in and have opened it; before that it knows a random visitor number.',
        'Those the law names: authorities, where the law obliges us and the request is in proper form. If the service passes to another company, we tell you its name and contact beforehand, and it is bound by this policy.',
        'Nobody else. We do not sell personal information and do not publish it.',
      ],
    },
    {
      heading: '7. Where and for how long',
      paragraphs: [
        'Your information is stored in mainland China and not sent abroad. Should that ever become necessary, we will tell you who would receive what and why, and ask for your separate consent.',
        'Account, name, ID number and linked identities: until you change, unlink or close them. A mobile number or email address that you replaced: for 72 hours, so that you can undo the change, and deleted within two days after that. Codes: they work for 5 minutes and are deleted within two days. Counts of wrong attempts: forgotten after 15 minutes without another, deleted within two days. Ended sessions: deleted within two days.',
        'Security logs: six months, as the law requires; they name accounts by an internal number and hold no mobile number, email address, name, ID number, password or code. Consents: as long as the account exists.',
        'You can close your account on the account page. For 14 days you can change your mind: sign in, and it stays as it was. Then we erase it with its mobile number, email address, name, ID number, linked identities, sessions and consents, and applications that you used lose their access. What the law obliges us to keep is set apart and used for nothing else: security logs, in which an internal number that no longer leads to you stands for the account, and the contracts that you have signed.',
      ],
    },
    {
      heading: '8. How we protect it',
      paragraphs: [
        'Connections are encrypted. Passwords, session tokens and codes are stored only as hashes. Wrong attempts are counted and limited. Until you have fully signed in, numbers, addresses and names are shown only in part. Those who work for us see only what their task needs, and access is recorded.',
        'If information is leaked, altered or lost in spite of this, we act at once, tell the authorities, and tell you what happened, what it may mean, what we have done and what you can do, unless our measures have effectively prevented harm.',
      ],
    },
    {
      heading: '9. Your rights',
      paragraphs: [
        'You can see and copy your information, correct and complete it, have it deleted, have it moved to another service where the law provides for that, restrict or refuse its handling, and ask us to explain our rules. Your account shows your sessions and linked identities, and you can end any of them there. You can also change or remove your mobile number and email address there, and download everything that we store about you, to read or as JSON.',
        'You can withdraw a consent at any time; what was done before remains lawful. You can close your account yourself at any time. Refusing or withdrawing does not cost you the service, except where the information is necessary for it.',
        'Write to {support}. We check that it is you, answer within 15 working days, and charge nothing for reasonable requests. If we refuse, we say why. If someone has died, close relatives may exercise these rights for their own lawful interests, unless the person arranged otherwise.',
      ],
    },
    {
      heading: '10. Children',
      paragraphs: [
        'The service is for adults. We do not knowingly collect information about children under 14. If you learn that a child has given us any, please tell us at {support} and we will delete it.',
      ],
    },
    {
      heading: '11. Changes to this policy',
      paragraphs: [
        'A change gets a new version and date. If it matters, such as a new purpose, a new kind of information or a new recipient, we announce it at least seven days ahead and ask you to agree when you next sign in. Your rights under this policy are not reduced without your consent.',
      ],
    },
    {
      heading: '12. Questions and complaints',
      paragraphs: [
        'For anything about your personal information write to {support}. If our answer does not satisfy you, you can complain to the cyberspace, telecommunications, public-security or market-regulation authority, or go to court.',
        'This policy exists in Chinese and English. If they differ, the Chinese text prevails.',
      ],
    },
  ],
};
