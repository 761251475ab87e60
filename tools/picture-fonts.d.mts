export function writePictureFonts(folder: string): Promise<void>
