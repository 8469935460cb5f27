/** A file as it stands, taken in when the service is built. */
declare module '*?raw' {
  const text: string;
  export default text;
}
