import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle, retryLater } from './sign-in.ts';

/** What an application may ask for. */
export const oidcScopes = ['openid', 'profile', 'email', 'phone', 'roles', 'groups', 'offline_access'] as const;

export const getAccessQuestion = defineCall({
  method: 'GET',
  path: '/oidc/interactions/:uid',
  purpose: 'Get what an application asks for, before the person allows it',
  access: 'sessionIfAny',
  request: v.object({ uid: handle }),
  response: v.object({
    /** The name of the application. */
    application: v.string(),
    /** Where the person goes on to, if that is a website. */
    host: v.optional(v.string()),
    /** The masked account that is signed in. */
    account: v.string(),
    scopes: v.array(v.picklist(oidcScopes)),
    /** What it asks for of what the operator keeps about the person, in words of the operator. */
    attributes: v.array(v.string()),
    /** Where the person signs in with another account. */
    signInUrl: v.string(),
  }),
  refusals: { authorisationExpired: v.unknown() },
});

export const getInteractionApplication = defineCall({
  method: 'GET',
  path: '/oidc/interactions/:uid/application',
  purpose: 'Get the name of the application that the person signs in to',
  access: 'anyone',
  request: v.object({ uid: handle }),
  response: v.object({ application: v.string() }),
  refusals: { authorisationExpired: v.unknown() },
});

export const answerAccessQuestion = defineCall({
  method: 'POST',
  path: '/oidc/interactions/:uid/answer',
  purpose: 'Allow or decline what an application asks for',
  access: 'sessionIfAny',
  request: v.object({ uid: handle, allowed: v.boolean() }),
  /** Where the browser goes on to the application. */
  response: v.object({ url: v.string() }),
  refusals: { authorisationExpired: v.unknown() },
});

export const confirmSignOut = defineCall({
  method: 'POST',
  path: '/oidc/sign-out',
  purpose: 'Confirm a sign-out that an application asked for',
  access: 'sessionIfAny',
  request: v.object({}),
  /** The page of the application, or ours that says that the person is signed out. */
  response: v.object({ url: v.string() }),
  refusals: {},
});

export const enterUserCode = defineCall({
  method: 'POST',
  path: '/oidc/device/code',
  purpose: 'Enter the code that a command line or a television shows',
  access: 'sessionIfAny',
  request: v.object({ userCode: v.pipe(v.string(), v.maxLength(64)) }),
  /** Where the person signs in and is asked. */
  response: v.object({ url: v.string() }),
  refusals: {
    /** No device shows this code now. */
    wrongCode: v.unknown(),
    tooManyRequests: retryLater,
  },
});

export const getDeviceQuestion = defineCall({
  method: 'GET',
  path: '/oidc/device/:uid',
  purpose: 'Get which device wants to use the account, before the person allows it',
  access: 'sessionIfAny',
  request: v.object({ uid: handle }),
  response: v.object({
    /** The name of the application. */
    application: v.string(),
    /** The masked account that is signed in. */
    account: v.string(),
    /** The host of this page. */
    site: v.string(),
    /** What the device says of itself; empty where that is nothing known. */
    device: v.string(),
    /** The masked IP address of the device. */
    address: v.string(),
    /** When the device asked, in milliseconds. */
    at: v.number(),
    /** Device and browser are in different countries. */
    elsewhere: v.boolean(),
    /** Device and browser are in different networks. */
    otherNetwork: v.boolean(),
    /** What an application of someone else asks for; empty for the operator's own. */
    scopes: v.array(v.picklist(oidcScopes)),
    /** The same of what the operator keeps about the person, in words of the operator. */
    attributes: v.array(v.string()),
    /** Where the person signs in with another account. */
    signInUrl: v.string(),
  }),
  refusals: { authorisationExpired: v.unknown() },
});

export const answerDeviceQuestion = defineCall({
  method: 'POST',
  path: '/oidc/device/:uid/answer',
  purpose: 'Allow or refuse a device the account',
  access: 'sessionIfAny',
  request: v.object({ uid: handle, allowed: v.boolean() }),
  /** Where the browser goes on: after a refusal nowhere. */
  response: v.object({ url: v.optional(v.string()) }),
  refusals: { authorisationExpired: v.unknown() },
});
