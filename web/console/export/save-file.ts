/** Has the browser save bytes as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
