/** The content of a file as a data URI. */
export const dataUriOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.readAsDataURL(file);
  });
