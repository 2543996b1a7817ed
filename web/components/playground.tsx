import '../link/link.css';
