/**
 * The version of the reader of machine files, which is recorded with each file that it reads. It is raised with every change after which a file would be read otherwise:
 * with other raw points, or other standard ones. A test reads samples of all formats and says when.
 */
export const readerVersion = 3;
