import { agreementDay, agreementVersion } from '../../agreement-version.ts';
import type { Agreement } from '../agreement-texts.ts';

export const serviceAgreement: Agreement = {
  title: 'Service Agreement',
  version: agreementVersion,
  effective: agreementDay,
  sections: [
    {
      heading: '1. Who agrees to what',
      paragraphs: [
        'This agreement is between you and {company} (“we”), which provides {brand}, an electronic-signature service. It covers your account and how you sign in, and the use of the service that your account opens.',
        'Please read it before you register or sign in. By registering, or by signing in after we have shown you this text, you agree to it. If you do not agree, please do not continue; you can close the page without any consequence.',
        'How we handle personal information is described in the Privacy Policy, which accompanies this agreement. Some features, such as certificates or paid plans, have terms of their own; we show them to you before you use the feature.',
      ],
    },
    {
      heading: '2. Who may use the service',
      paragraphs: [
        'You need to be at least 18 years old and legally able to enter into a contract. If you are 16 or older and live mainly on your own earnings, you count as able under the law of mainland China.',
        'If you act for a company or another organization, you confirm that it has authorized you. What you sign within that authority binds the organization; the account remains yours unless the organization has agreed otherwise with us.',
      ],
    },
    {
      heading: '3. Your account',
      paragraphs: [
        'You register with a mobile number or an email address that is yours, and prove it with a code. Signing in with a code for a number or address that has no account yet creates one.',
        'Keep what you tell us true and up to date. If your number or address changes hands, please change it in your account first; whoever receives our codes may be able to sign in.',
        'An account belongs to one person. It may not be sold, rented, lent or shared.',
      ],
    },
    {
      heading: '4. Signing in safely',
      paragraphs: [
        'Keep your password and codes to yourself. No one who works for us will ever ask you for either. What is done with your password or codes is taken as done by you, unless you can show that it was not, or that we failed in our duty to protect you.',
        'To protect accounts we count wrong attempts, make you wait, lock the account for a short time, or ask for one more proof, such as a code or the end of an ID number. An account can also require two-step verification at every sign-in.',
        'You can see where you are signed in and sign out of any of those places, or of all of them. If you believe that someone else has used your account, please do so at once, change your password, and write to {support}.',
      ],
    },
    {
      heading: '5. Signing in through others',
      paragraphs: [
        'You can link WeChat, Alipay, DingTalk, WeCom or your company’s single sign-on to your account and sign in with them. Their own terms apply to their part. If one of them fails or changes, your other ways of signing in still work.',
        'A company that provides your single sign-on decides who may use it and can withdraw it. Linking it does not give the company your password or your other sign-in methods. You can unlink an identity at any time.',
      ],
    },
    {
      heading: '6. Electronic signatures and real names',
      paragraphs: [
        'Under the Electronic Signature Law of mainland China a reliable electronic signature has the same force as a handwritten signature or a seal. Some matters, such as marriage, adoption or inheritance, cannot be settled by it; please check before you sign.',
        'Signing needs real-name verification. An account that is not verified can sign in but cannot sign documents. You may verify only your own identity, or that of an organization for which you are authorized.',
        'Before you sign, read the document. We carry and protect it, and we record who signed and when; we are not a party to it and do not judge what it says.',
      ],
    },
    {
      heading: '7. What is not allowed',
      paragraphs: [
        'Do not use another person’s identity, number, address or documents without a right to; do not sign or send anything unlawful, deceptive or infringing.',
        'Do not try to break or get around the protection of the service, guess passwords or codes, send codes to people who did not ask for them, read data that is not yours, or burden the service with automated requests. If you find a weakness, please tell us at {support} and give us time to fix it; we will not act against anyone who reports in good faith and harms no one.',
      ],
    },
    {
      heading: '8. Availability and changes to the service',
      paragraphs: [
        'We work to keep the service available and your data safe. We may interrupt it for maintenance and announce planned interruptions ahead; faults of networks, telecom operators or linked platforms can also interrupt it.',
        'We may improve or change features. If we end a feature that you pay for, or the whole service, we tell you at least 30 days ahead and give you the means to take your documents and records with you.',
      ],
    },
    {
      heading: '9. Restricting and closing accounts',
      paragraphs: [
        'If an account breaks this agreement or the law, or there are clear signs that it is in the wrong hands, we may ask for proof, restrict it or disable it, as far as the case requires. We tell you why, unless the law forbids it, and you can object at {support}; we answer within 15 working days.',
        'You can close your account at any time on the account page, or by writing to {support}. Closing ends all sessions and unlinks all identities. Documents already signed remain valid, and records that the law requires us to keep are kept for that time and used for nothing else.',
      ],
    },
    {
      heading: '10. Rights in content',
      paragraphs: [
        'What you upload or sign remains yours. You allow us to store, show and transmit it as far as needed to provide the service to you and to those you choose, and for nothing else.',
        'The name, design and software of {brand} belong to {company} or those who license them to us, and this agreement gives you no right to them beyond using the service.',
      ],
    },
    {
      heading: '11. Liability',
      paragraphs: [
        'We are liable for damage that we cause by breaking this agreement or the law. We are not liable for events that could not be foreseen, avoided and overcome, for the content of documents, or for damage that arises because a password or code was passed on.',
        'Nothing in this agreement limits liability for personal injury, or for property damage caused intentionally or by gross negligence, or any right that the law gives to consumers and does not allow to be given up.',
      ],
    },
    {
      heading: '12. Changes, law and contact',
      paragraphs: [
        'When we change this agreement in a way that matters, we give it a new version, announce it at least seven days before it takes effect, and ask you to agree when you next sign in. If you do not agree you are signed out, and the earlier version remains in force for what was done under it.',
        'The law of mainland China applies. We would rather talk first; if that fails, the people’s court with jurisdiction at the place where {company} is registered decides, and a consumer’s right to another court under the law is untouched.',
        'This agreement exists in Chinese and English. If they differ, the Chinese text prevails. You can reach us at {support}.',
      ],
    },
  ],
};
