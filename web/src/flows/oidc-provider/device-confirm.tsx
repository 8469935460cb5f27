import { useEffect, useState } from 'react';
import { DeviceEnd, DeviceQuestion, deviceEnds } from './device-question.screen.tsx';

/** The URL names the interaction, which only its own browser can answer, or how that has ended. */
export function DeviceConfirm() {
  const [shown, setShown] = useState<URLSearchParams>();
  useEffect(() => setShown(new URLSearchParams(location.search)), []);
  const end = deviceEnds.find((one) => one === shown?.get('end'));
  const uid = shown?.get('interaction');
  if (!shown) return null;
  return uid ? <DeviceQuestion uid={uid} /> : <DeviceEnd end={end ?? 'ended'} />;
}
