/**
 * Names and other texts of people must not control the operator's terminal or turn its lines around: control characters
 * and invisible marks are written as escapes, which JSON reads as the same characters.
 */
export const terminalText = (text: string) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, escaped);

const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
